import { dirname } from 'node:path'

/** A name in a directory. */
export const below = (directory: string, name: string): string =>
  directory === '/' ? `/${name}` : `${directory}/${name}`

export const isWithin = (directory: string, path: string): boolean =>
  path === directory || path.startsWith(`${directory}/`)

/** The same as dirname, for thousands of whole paths. */
export const above: (path: string) => string =
  process.platform === 'win32' ? dirname : path => path.slice(0, path.lastIndexOf('/')) || '/'
