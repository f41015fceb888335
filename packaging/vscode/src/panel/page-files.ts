import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServeClient } from '../serve-client.ts'

/** The page of a server as files: names below one directory. */
export interface PageFiles {
  readonly directory: string
  readonly style: string
  readonly script: string
  readonly preload: readonly string[]
  /** The Chinese catalogue. */
  readonly chinese: string | undefined
}

const NAME = /^[\w-]+\.(?:js|css)$/
/** Names that scripts of the page load later. */
const LATER = /["'`]\.\/((?:part|page)-[\w-]+\.js)["'`]/g
const MOST_FILES = 100

/**
 * Writes the page that this server serves, so that it always is the one of the program that runs. Names change with
 * content; what an earlier program left is removed. Undefined: it serves none, or one of another make.
 */
export const writePageFiles = async (
  client: ServeClient,
  directory: string,
): Promise<PageFiles | undefined> => {
  const index = await client.request({ method: 'GET', path: '/' })
  const style = /<link rel="stylesheet" href="\/([^"]+)">/.exec(index.body)?.[1]
  const script = /<script type="module" src="\/([^"]+)">/.exec(index.body)?.[1]
  if (index.status !== 200 || style === undefined || script === undefined) return undefined
  const preload = [...index.body.matchAll(/<link rel="modulepreload" href="\/([^"]+)">/g)].map(
    found => found[1] ?? '',
  )
  const chinese = /data-chinese="\/([^"]+)"/.exec(index.body)?.[1]
  const wanted = [style, script, ...preload, ...(chinese === undefined ? [] : [chinese])]
  const files = new Map<string, string>()
  for (const name of wanted) {
    if (files.has(name)) continue
    if (!NAME.test(name) || files.size >= MOST_FILES) return undefined
    const file = await client.request({ method: 'GET', path: `/${name}` })
    if (file.status !== 200) return undefined
    files.set(name, file.body)
    if (name.endsWith('.js')) wanted.push(...[...file.body.matchAll(LATER)].map(found => found[1] ?? ''))
  }
  put(directory, files)
  return { directory, style, script, preload, chinese }
}

const put = (directory: string, files: ReadonlyMap<string, string>): void => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (const [name, text] of files) writeFileSync(join(directory, name), text, { mode: 0o600 })
  // Another window may show an earlier one in this moment: what it has loaded, it keeps.
  for (const name of readdirSync(directory))
    if (!files.has(name)) rmSync(join(directory, name), { force: true })
}
