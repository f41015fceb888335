import { hostname as machineName, networkInterfaces } from 'node:os'
import type { Listen } from './serve-options.ts'

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '::1' || /^127(?:\.\d{1,3}){3}$/.test(hostname)

/** Under what names a server may be asked, the one to print first. A name is lower case, an IPv6 address in brackets. */
export const hostNames = ({ hostname, names }: Listen): readonly string[] => {
  const own = isAny(hostname) ? [...addresses(), machineName().toLowerCase()] : [inUrl(hostname)]
  const loopback = isAny(hostname) || isLoopback(hostname) ? LOOPBACK : []
  const given = names.map(name => inUrl(name.toLowerCase()))
  const first = isLoopback(hostname) ? [inUrl(hostname)] : given
  return [...new Set([...first, ...own, ...loopback, ...given])]
}

const isAny = (hostname: string): boolean => hostname === '0.0.0.0' || hostname === '::'

const addresses = (): readonly string[] =>
  Object.values(networkInterfaces())
    .flatMap(each => each ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => inUrl(address))

const inUrl = (name: string): string => (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name)
