import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A registry for npm on this machine. */
export interface Registry extends AsyncDisposable {
  readonly url: string
}

const sumOf = (bytes: Uint8Array): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

interface About {
  readonly name: string
  readonly version: string
}

/** Publishes packed packages, and has signed them; `swapped` is one that was changed since, together with its checksum. */
export const openRegistry = async (tarballs: readonly string[], swapped = ''): Promise<Registry> => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const keys = [
    {
      keyid: 'SHA256:own',
      keytype: 'ecdsa-sha2-nistp256',
      key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      expires: null,
    },
  ]
  const packages = new Map(
    tarballs.map(file => {
      const read = ['-xzOf', file, 'package/package.json']
      const about = JSON.parse(execFileSync('tar', read, { encoding: 'utf8' })) as About
      const given = readFileSync(file)
      const signed = Buffer.from(`${about.name}@${about.version}:${sumOf(given)}`)
      // The operating system in a gzip header: it unpacks as before.
      const bytes = about.name === swapped ? given.with(9, (given[9] ?? 0) ^ 1) : given
      const integrity = sumOf(bytes)
      const sig = sign('sha256', signed, privateKey).toString('base64')
      return [about.name, { about, bytes, integrity, signatures: [{ keyid: 'SHA256:own', sig }] }]
    }),
  )
  const server = createServer((request, response) => {
    if (request.url === '/-/npm/v1/keys') return response.end(JSON.stringify({ keys }))
    const [, name = '', file] = request.url?.split('?')[0]?.split('/') ?? []
    const found = packages.get(name)
    if (!found) return response.writeHead(404).end('{}')
    if (file !== undefined) return response.end(found.bytes)
    const { about, integrity, signatures } = found
    const { version } = about
    const tarball = `http://${request.headers.host}/${name}/${name}-${version}.tgz`
    return response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...about, dist: { tarball, integrity, signatures } } },
        time: { [version]: '2026-05-01T00:00:00.000Z' },
      }),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
