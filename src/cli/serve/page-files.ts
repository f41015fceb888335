import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Page, PageFile } from '../../frontends/serve/serve-options.ts'
import { thisProgram } from '../this-program.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** Put in by the build of the native program: the files of the page by their paths, byte for character, as JSON, brotli, base64. */
declare const CAPSTAN_PAGE: string | undefined

/** Beside the program. */
export const pageDirectory = (): string => {
  const { script } = thisProgram()
  return script === undefined ? '' : join(dirname(realpathSync(script)), 'web')
}

/** A name with a hash in it never means anything else. */
const IMMUTABLE = /-[\w-]{8,}\.\w+$/

/** The files of a built page below a directory. Only those that are there now are ever served. */
export const readPageFiles = (directory: string): Page => {
  if (typeof CAPSTAN_PAGE === 'string') {
    const bytes = brotliDecompressSync(Buffer.from(CAPSTAN_PAGE, 'base64'))
    return embeddedPage(JSON.parse(bytes.toString('utf8')))
  }
  const paths = new Map(
    filesBelow(directory).map(path => [`/${relative(directory, path).split(sep).join('/')}`, path]),
  )
  return async (path): Promise<PageFile | undefined> => {
    const file = paths.get(path)
    if (file === undefined) return path === '/index.html' ? WITHOUT_PAGE : undefined
    return {
      type: TYPES[extname(file)] ?? 'application/octet-stream',
      body: readFileSync(file),
      immutable: IMMUTABLE.test(file),
    }
  }
}

const embeddedPage =
  (files: Readonly<Record<string, string>>): Page =>
  async path => {
    const text = Object.hasOwn(files, path) ? files[path] : undefined
    if (text === undefined) return undefined
    return {
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      body: Buffer.from(text, 'latin1'),
      immutable: IMMUTABLE.test(path),
    }
  }

const filesBelow = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
  } catch {
    // Built without a page: the API works all the same.
    return []
  }
}

const WITHOUT_PAGE: PageFile = {
  type: 'text/html; charset=utf-8',
  body: '<!doctype html><html lang="en"><title>Capstan</title><p>Capstan is running. This build has no web page; the API is at <code>/api/v1</code>.</p></html>\n',
}
