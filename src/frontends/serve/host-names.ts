import { hostname as machineName, networkInterfaces } from 'node:os'
import type { Listen } from './serve-options.ts'

interface At {
  readonly scheme: 'http' | 'https'
  readonly port: number
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '::1' || /^127(?:\.\d{1,3}){3}$/.test(hostname)

/**
 * Under what a server may be asked, as requests name it, with the origins its page may have there. A name the person
 * gave may stand for something in front of it, with another port and scheme.
 */
export const hostOrigins = (listen: Listen, { scheme, port }: At): ReadonlyMap<string, readonly string[]> => {
  const own = ownNames(listen.hostname).map(name => `${name}:${port}`)
  const given = listen.names.map(name => name.toLowerCase()).flatMap(name => [name, `${name}:${port}`])
  return new Map<string, readonly string[]>([
    ...given.map(host => [host, [`https://${host}`, `http://${host}`]] as const),
    ...own.map(host => [host, [`${scheme}://${host}`]] as const),
  ])
}

/** The address to print. */
export const printedUrl = ({ hostname }: Listen, { scheme, port }: At): string => {
  const [name] = isLoopback(hostname) ? [inUrl(hostname)] : ownNames(hostname)
  return `${scheme}://${name}:${port}`
}

const ownNames = (hostname: string): readonly string[] => {
  if (isAny(hostname)) return [...addresses(), machineName().toLowerCase(), ...LOOPBACK]
  return isLoopback(hostname) ? [inUrl(hostname), ...LOOPBACK] : [inUrl(hostname.toLowerCase())]
}

const isAny = (hostname: string): boolean => hostname === '0.0.0.0' || hostname === '::'

const addresses = (): readonly string[] =>
  Object.values(networkInterfaces())
    .flatMap(each => each ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => inUrl(address))

const inUrl = (name: string): string => (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name)
