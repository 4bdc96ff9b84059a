/** Its domain receives no mail (RFC 2606). */
export const PROBE_EMAIL = 'portal-probe@example.com';

export const PROBE_HELP = `Check the protection of a running portal from outside, in about a minute.

Usage: portal probe <address> [--email <address>] [--skip <name>]... [--limits] [--insecure] [--json]

  <address>          as visitors know the portal, such as https://preview.example.com
  --email <address>  of the lead that it creates under the name “Portal probe” (${PROBE_EMAIL})
  --skip <name>      leave out a check or a group, such as tls.hsts or storage; may be repeated
  --limits           also use up the limits of this IP address: up to 40 leads are added, and it cannot enter the
                     upload password for 15 minutes
  --insecure         continue although the certificate is not trusted; this is reported as a problem
  --json             print the results as JSON

It enters as a visitor, uploads nothing and changes nothing else. Run it from outside the network of the portal. Each
check names its requirement in OWASP ASVS 5.0.0 (docs/HARDENING.md).

Exit code 1 when there is a problem. Warnings do not count.`;
