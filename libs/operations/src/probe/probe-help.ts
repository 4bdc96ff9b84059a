/** Its domain receives no mail (RFC 2606). */
export const PROBE_EMAIL = 'portal-probe@example.com';

export const PROBE_HELP = `Check the protection of a running portal from outside, in about a minute.

Usage: portal probe <url> [--email <address>] [--skip <name>]... [--limits] [--insecure] [--json]

  <url>              URL of the portal for visitors, such as https://preview.example.com
  --email <address>  e-mail address of the lead that the probe creates as “Portal probe” (${PROBE_EMAIL})
  --skip <name>      skip a check or a group, such as tls.hsts or storage; may be repeated
  --limits           also exhaust the limits of this IP address: adds up to 40 leads, and blocks its upload password
                     attempts for 15 minutes
  --insecure         continue even if the certificate is not trusted; this is reported as a problem
  --json             print the results as JSON

The probe enters as a visitor, which creates a lead. It changes nothing else. Run it from outside the network of the
portal. Each check names its requirement in OWASP ASVS 5.0.0 (docs/HARDENING.md).

Exit code: 1 if there is a problem; warnings do not count.`;
