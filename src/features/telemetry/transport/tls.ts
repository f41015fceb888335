import type { OtlpTarget } from '../options.ts'

/** What the named files hold; read anew each time, because certificates are renewed. */
export const readTls = async ({
  ca,
  cert,
  key,
  pass,
}: OtlpTarget['tls']): Promise<{
  readonly ca?: Buffer
  readonly cert?: Buffer
  readonly key?: Buffer
  readonly passphrase?: string
}> => {
  if (!ca && !cert && !key) return {}
  const { readFile } = await import('node:fs/promises')
  const [own, shown, secret] = await Promise.all(
    [ca, cert, key].map(async path => (path ? await readFile(path) : undefined)),
  )
  return {
    ...(own ? { ca: own } : {}),
    ...(shown ? { cert: shown } : {}),
    ...(secret ? { key: secret } : {}),
    ...(pass ? { passphrase: pass } : {}),
  }
}
