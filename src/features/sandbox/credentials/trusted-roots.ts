import { readFileSync } from 'node:fs'

/** Where systems keep whom they trust, as one file. */
const SYSTEM = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]
/** In the place of the system's, and beside them. */
const INSTEAD = 'SSL_CERT_FILE'
const BESIDE = 'NODE_EXTRA_CA_CERTS'

/** By which programs are told whom to trust; each of them wants all of them in one file. */
const VARIABLES = [
  ...['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO', 'REQUESTS_CA_BUNDLE'],
  ...['PIP_CERT', 'AWS_CA_BUNDLE', 'CARGO_HTTP_CAINFO', 'DENO_CERT', 'BUNDLE_SSL_CA_CERT'],
]

/** Certificates (PEM) of whom this machine trusts. */
export const trustedRoots = (env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const instead = certificatesIn(env[INSTEAD])
  const system = instead.length > 0 ? instead : firstOf(SYSTEM)
  const own = process.getBuiltinModule('node:tls').rootCertificates
  return [...new Set([...(system.length > 0 ? system : own), ...certificatesIn(env[BESIDE])])]
}

export const trustVariables = (file: string): Record<string, string> =>
  Object.fromEntries(VARIABLES.map(name => [name, file]))

const firstOf = (files: readonly string[]): readonly string[] => {
  for (const file of files) {
    const found = certificatesIn(file)
    if (found.length > 0) return found
  }
  return []
}

const certificatesIn = (file: string | undefined): readonly string[] => {
  if (file === undefined || file === '') return []
  try {
    const text = readFileSync(file, 'utf8')
    return text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? []
  } catch {
    // What cannot be read is trusted by nobody.
    return []
  }
}
