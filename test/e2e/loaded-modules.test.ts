import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { openTerminal } from '../support/pty/terminal-world.ts'
import { IS_NATIVE_PROGRAM, openWorld, REPOSITORY, type World } from '../support/run-program.ts'

// What is loaded when somebody waits, by name. The lists in test/loaded are written by hand: a module that comes to one
// makes every start, first key or first call later. Load it where it is used (`await import`); where it must be, enter it.

const HOOK = join(REPOSITORY, 'test/support/loaded-files.cjs')
const DIST = join(REPOSITORY, 'dist')

const listed = (name: string): readonly string[] =>
  readFileSync(join(REPOSITORY, 'test/loaded', `${name}.txt`), 'utf8')
    .split('\n')
    .filter(line => line !== '')

/** What each file of the built program was made of. */
const made = (): Readonly<Record<string, readonly string[]>> =>
  JSON.parse(readFileSync(join(DIST, '.modules.json'), 'utf8')) as Record<string, readonly string[]>

const noteIn = (world: World) => {
  const file = join(world.root, 'loaded.txt')
  writeFileSync(file, '')
  return {
    env: { NODE_OPTIONS: `--require ${HOOK}`, LOADED_FILES: file },
    /** Modules by name, in the pieces that end with this mark. */
    until: (mark: string): readonly (readonly string[])[] => {
      const modules = made()
      return piecesOf(file, mark).map(paths => paths.flatMap(path => modules[relative(DIST, path)] ?? []))
    },
    /** Which catalogues of sentences were read in the same pieces. */
    catalogues: (mark: string): readonly (readonly string[])[] =>
      piecesOf(file, mark).map(paths =>
        paths.flatMap(path => /\/([\w-]+)-[0-9a-f]{8}\.json$/.exec(path)?.[1] ?? []),
      ),
    /** Likewise, but only of files that the runtime's own loader had to find: each takes a millisecond, a merged script a tenth. */
    found: (mark: string): readonly (readonly string[])[] => {
      const modules = made()
      return piecesOf(file, mark).map(paths =>
        paths.flatMap(path => (path.endsWith('.mjs') ? (modules[relative(DIST, path)] ?? []) : [])),
      )
    },
  }
}

const piecesOf = (file: string, mark: string): readonly (readonly string[])[] =>
  readFileSync(file, 'utf8')
    .split(`${mark}\n`)
    .slice(0, -1)
    .map(piece => piece.split('\n'))

/** A module in two files is one name. */
const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].toSorted()

/** A list against what was loaded: names that are to be entered, and to be taken out. */
const differs = (name: string, loaded: readonly string[], known = loaded) => ({
  'not in the list': sorted(loaded.filter(each => !listed(name).includes(each))),
  'only in the list': listed(name).filter(each => !known.includes(each)),
})
const NOTHING = { 'not in the list': [], 'only in the list': [] }

test.skipIf(IS_NATIVE_PROGRAM)(
  'every module that is loaded before the first request, and then before a first call has run, is listed by name',
  async () => {
    await using world = await openWorld({
      replies: [
        {
          tools: [
            { name: 'Read', input: { file_path: 'notes.txt' } },
            { name: 'Bash', input: { command: 'echo x > made', description: 'Make a file' } },
          ],
        },
        { text: 'Done.' },
      ],
    })
    world.put('notes.txt', 'one\n')
    const notes = noteIn(world)
    const run = await world.run(
      ['-p', 'hello', '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash(echo:*)'],
      { env: notes.env },
    )
    expect(run).toMatchObject({ code: 0, stdout: 'Done.\n' })
    const [first = [], call = []] = notes.until('request')
    expect(differs('first-request', first)).toEqual(NOTHING)
    // While the model answers, what other calls need may be loaded, too, or not: what is listed need only be there.
    const later = call.filter(name => !first.includes(name))
    expect(differs('first-call', later, Object.values(made()).flat())).toEqual(NOTHING)
    // An entry that scripts/build.mjs does not name among those of the first call brings a tree of small files with it.
    const alone = notes.found('request')[1] ?? []
    // Tools that were not called may be loaded meanwhile, on a slow machine: they come as they are.
    expect(alone.filter(name => /^src\/(?:engine|features\/sessions)\//.test(name))).toEqual([])
    // Sentences are in files of hundreds of kilobytes: nothing on the way to the first request says one.
    expect(notes.catalogues('request')[0]).toEqual([])
  },
)

test.skipIf(IS_NATIVE_PROGRAM)(
  'every module that is loaded before the first key is on the screen is listed by name',
  async () => {
    let notes: ReturnType<typeof noteIn> | undefined
    await using terminal = await openTerminal(
      { replies: [] },
      {
        early: true,
        prepare(world) {
          notes = noteIn(world)
        },
        get env() {
          return notes?.env ?? {}
        },
      },
    )
    // Typed before there is a prompt, it is read before anything else is loaded.
    terminal.program.type('ö')
    await expect.poll(() => notes?.until('key').length).toBeGreaterThan(0)
    // What the frame needs may be there by then, or not: it is loaded while the terminal answers.
    const loaded = notes?.until('key')[0] ?? []
    expect(differs('first-key', loaded, Object.values(made()).flat())).toEqual(NOTHING)
  },
)
