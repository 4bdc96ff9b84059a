/**
 * A key and a self-signed certificate for localhost, 127.0.0.1, mail.example and hooks.example. They are public, so
 * they protect nothing.
 */
export const testCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwJwwv0Fc+aglJKzL
Oz/md59jya+WxNHcyXjUsA1ezaahRANCAAS60kpoitvVa7ZJgsT84nYu3xfKzOIt
I5zfu6g1VkwstJZPls6awd9vcoFhXNr70C2ICOf9xkbWJXMQ/FNT4t7U
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBujCCAWCgAwIBAgIUP4oVw9I39b6j+Om5IbIuiRD0Zo0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTAzMTQwOVoYDzIxMjYxMTAx
MDMxNDA5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS60kpoitvVa7ZJgsT84nYu3xfKzOItI5zfu6g1VkwstJZPls6awd9v
coFhXNr70C2ICOf9xkbWJXMQ/FNT4t7Uo4GNMIGKMB0GA1UdDgQWBBReA42t3FuI
v57n/XiwqV5EP63HYjAfBgNVHSMEGDAWgBReA42t3FuIv57n/XiwqV5EP63HYjAP
BgNVHRMBAf8EBTADAQH/MDcGA1UdEQQwMC6CCWxvY2FsaG9zdIINaG9va3MuZXhh
bXBsZYIMbWFpbC5leGFtcGxlhwR/AAABMAoGCCqGSM49BAMCA0gAMEUCIHGyfSpU
CmGAstP7/di+Wf1auL/Ej7BQrsAbfUz//g2gAiEAtNij1Lazl0B2l+r6wNn7fjsB
2s7iqROQl1cDDfS3tbg=
-----END CERTIFICATE-----`,
} as const;
