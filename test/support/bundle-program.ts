import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { tryFileLock } from '../../src/lib/files/file-lock.ts'

/** Programs of the tests. */
const PROGRAMS = {
  'change-team': new URL('./change-team.ts', import.meta.url),
  'fill-team': new URL('./fill-team.ts', import.meta.url),
  'hammer-tasks': new URL('./hammer-tasks.ts', import.meta.url),
  'killed-worktree': new URL('./killed-worktree.ts', import.meta.url),
  'many-sessions': new URL('./many-sessions.ts', import.meta.url),
  'sample-terminal': new URL('./pty/sample-terminal.ts', import.meta.url),
  'work-tasks': new URL('./work-tasks.ts', import.meta.url),
  'writing-sessions': new URL('./writing-sessions.ts', import.meta.url),
}
type Program = keyof typeof PROGRAMS

const REPOSITORY = join(import.meta.dirname, '../..')
const CACHE = join(REPOSITORY, 'node_modules/.cache/capstan-test-programs')
const KNOWN = join(CACHE, 'known.json')
const DAY_MS = 24 * 3_600_000

/** What they were made of, and what that contained. */
interface Known {
  readonly inputs: readonly string[]
  readonly hash: string
}

let bundles: Promise<string> | undefined

/**
 * A program of the tests as a script with everything it needs: started from its sources it would read and strip hundreds
 * of files each time. All are made in one go, which costs hardly more than one, and kept as long as nothing changes.
 */
export const bundleProgram = async (name: Program): Promise<string> => {
  bundles ??= findBundles()
  return join(await bundles, `${name}.mjs`)
}

/** For whoever starts one: what a run compiled is there for the next. */
export const COMPILED = { NODE_COMPILE_CACHE: join(CACHE, 'compiled') }

const findBundles = async (): Promise<string> => {
  mkdirSync(CACHE, { recursive: true })
  for (;;) {
    const made = keptBundles()
    if (made !== undefined) return made
    const newId = () => crypto.randomUUID()
    const attempt = tryFileLock(join(CACHE, 'lock'), { newId, now: Date.now, uncheckableMs: DAY_MS })
    // Another worker is at it.
    if (!('lock' in attempt)) await new Promise(resolve => setTimeout(resolve, 50))
    else
      try {
        return keptBundles() ?? (await makeBundles())
      } finally {
        attempt.lock.release()
      }
  }
}

const keptBundles = (): string | undefined => {
  try {
    const { inputs, hash } = JSON.parse(readFileSync(KNOWN, 'utf8')) as Known
    return hashOf(inputs) === hash && statSync(join(CACHE, hash)).isDirectory()
      ? join(CACHE, hash)
      : undefined
  } catch {
    // None yet, or a file they were made of is gone.
    return undefined
  }
}

const hashOf = (inputs: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const name of [...inputs, 'package-lock.json', 'test/support/bundle-program.ts'])
    hash.update(`${name}\0`).update(readFileSync(join(REPOSITORY, name)))
  return hash.digest('hex')
}

const makeBundles = async (): Promise<string> => {
  const staging = mkdtempSync(join(CACHE, 'new-'))
  const { metafile } = await build({
    absWorkingDir: REPOSITORY,
    metafile: true,
    entryPoints: Object.fromEntries(
      Object.entries(PROGRAMS).map(([name, url]) => [name, fileURLToPath(url)]),
    ),
    outdir: staging,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What is loaded late stays apart.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    jsx: 'automatic',
    logLevel: 'error',
    external: ['@vscode/ripgrep', 'sharp', '@napi-rs/keyring'],
    // Some packages are CommonJS and ask for built-in modules at run time.
    banner: {
      js: "const require=n=>process.getBuiltinModule('node:module').createRequire(import.meta.url)(n);",
    },
  })
  const inputs = Object.keys(metafile.inputs)
  const hash = hashOf(inputs)
  const place = join(CACHE, hash)
  rmSync(place, { recursive: true, force: true })
  renameSync(staging, place)
  writeFileSync(`${KNOWN}.new`, JSON.stringify({ inputs, hash } satisfies Known))
  renameSync(`${KNOWN}.new`, KNOWN)
  removeOld(hash)
  return place
}

/** Those of other states of the tree that nobody can still be running. */
const removeOld = (hash: string): void => {
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name)
    const isBundle = /^new-|^[0-9a-f]{64}$/.test(name)
    if (isBundle && name !== hash && statSync(path).mtimeMs < Date.now() - DAY_MS)
      rmSync(path, { recursive: true, force: true })
  }
}
