import { dirname } from 'node:path'
import type { CaseRule } from '../../lib/case-rule.ts'
import { findProgram, searchPath } from '../../lib/find-program.ts'
import type { ProgramStart } from '../../lib/git/start-git.ts'
import { isInside } from '../../lib/paths.ts'
import type { CodeProblem } from '../../protocol/code/code-report.ts'
import { languageServerText } from '../../protocol/messages/engine/language-servers.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { ChangedFile, EditFinder, EditFinding, EditReport } from '../../protocol/tools/edit-finding.ts'
import type { Diagnostic } from './diagnostics.ts'
import { findServerProgram, projectRoot } from './find-server-program.ts'
import { catchUp, gistOf, type KnownProblems, lookAtEdit } from './look-at-edit.ts'
import { withCell } from './notebook-code.ts'
import type { OpenServer } from './open-server.ts'
import type { LanguageServer } from './server-config.ts'
import type { ServerPool, ServerState } from './server-pool.ts'

export interface LanguagesOptions {
  readonly pool: ServerPool
  roots(): readonly string[]
  readonly caseSensitive: CaseRule
  /** A server cannot be used, in words for the person. */
  warn(text: LocalizedText): void
  env(): Readonly<Record<string, string>>
  servers(): Promise<readonly LanguageServer[]>
  /** Runs it in the sandbox; absent: there is none. Rejects, in words, where it must not run. */
  sandbox?(start: ProgramStart): Promise<ProgramStart>
  /** What servers of two sessions must have in common to be one. */
  readonly how: string
  /** Rules forbid to read it. */
  denied(): Promise<(path: string) => boolean>
}

/** A row whose program is not there, for files that somebody works on. */
export interface MissingServer {
  readonly name: string
  readonly language: string
  readonly command: string
  readonly install?: string
}

/** A server that starts reads its project first. */
const DIAGNOSE_MS = 30_000

interface Waiting {
  readonly server: OpenServer
  /** By it whoever waits is known: what one thread broke is told to no other. */
  readonly signal: AbortSignal
  readonly files: Map<string, ChangedFile>
  readonly report: Promise<EditReport>
}

/** The language servers of one session: which it uses for a file, and what they said of its edits. */
export class Languages implements EditFinder, AsyncDisposable {
  readonly #options: LanguagesOptions
  readonly #known = new WeakMap<OpenServer, KnownProblems>()
  readonly #waiting = new Set<Waiting>()
  readonly #missing = new Map<string, MissingServer & { readonly files: LanguageServer['languages'] }>()
  /** By file the server that looks at it. */
  readonly #handled = new Map<string, string>()
  readonly #told = new Set<string>()
  readonly #warm = new WeakSet<OpenServer>()

  constructor(options: LanguagesOptions) {
    this.#options = options
  }

  async concerns(files: readonly ChangedFile[]): Promise<boolean> {
    const servers = await this.#options.servers()
    return files.some(({ path }) => servers.some(server => languageIn(server.languages, path) !== undefined))
  }

  /** Starts what the file needs, and shows it the file. */
  async touch(file: string): Promise<void> {
    const server = await this.serverFor(file)
    if (server && server.textOf(file) === undefined) await server.turn(async () => server.open(file))
  }

  async look(files: readonly ChangedFile[], signal: AbortSignal): Promise<EditReport> {
    const byServer = new Map<OpenServer, ChangedFile[]>()
    for (const file of files)
      for (const server of await this.#serversFor(file.path)) {
        const list = byServer.get(server) ?? []
        byServer.set(server, [...list, file])
      }
    const reports = await Promise.all(
      [...byServer].map(([server, list]) => this.#lookWith(server, list, signal)),
    )
    return merged(reports)
  }

  /** Files may be others than the servers think, and not because of calls: what is wrong with them now is no news. */
  async catchUp(): Promise<void> {
    await Promise.all(
      this.running().map(async server => {
        const known = this.#known.get(server)
        if (!known) return
        await server.turn(async () => {
          const except = new Set([...this.#waiting].flatMap(({ files }) => [...files.keys()]))
          await catchUp({ server, known, except })
        })
      }),
    )
  }

  /** The first that can be had for the file; undefined: none. */
  async serverFor(file: string): Promise<OpenServer | undefined> {
    return (await this.#serversFor(file))[0]
  }

  /** What the finding of a server that does not run any more is about was mended by nobody. */
  stillFinds({ kind, path, text, severity }: EditFinding): boolean {
    const own = this.running().filter(({ name }) => kind === name || kind.startsWith(`${name} `))
    return (
      own.length === 0 ||
      own.some(({ problems }) =>
        problems.get(path)?.some(each => each.level === severity && gistOf(each) === text),
      )
    )
  }

  /** What its server says of a file when it is asked. Undefined: no server looks at it. */
  async diagnose(file: string, signal: AbortSignal): Promise<readonly Diagnostic[] | undefined> {
    const server = await this.serverFor(file)
    if (!server) return undefined
    return await server.turn(async () => {
      const since = server.moment
      const isSame = !server.refresh().includes(file) && server.textOf(file) !== undefined
      server.open(file)
      const files = isSame && server.problemsOf(file) ? { must: [], may: [file] } : { must: [file], may: [] }
      await server.settle({ ...files, since }, { timeoutMs: DIAGNOSE_MS, signal })
      return server.problemsOf(file) ?? []
    })
  }

  /** Problems that servers name now, of files they have open or told of. */
  problems(): readonly CodeProblem[] {
    return this.running().flatMap(({ name, problems }) =>
      [...problems].flatMap(([path, found]) =>
        found.map(({ line, cell, level, message, code }) => ({
          path: withCell(path, cell),
          line,
          severity: level,
          text: message,
          source: name,
          ...(code === undefined ? {} : { code }),
        })),
      ),
    )
  }

  /** A server looks at the file, unless it failed. */
  covers(file: string): boolean {
    const name = this.#handled.get(file)
    return name !== undefined && !this.states().some(each => each.name === name && each.state === 'failed')
  }

  running(): readonly OpenServer[] {
    return this.#options.pool.running(this)
  }

  states(): readonly ServerState[] {
    return this.#options.pool.states(this)
  }

  get missing(): readonly MissingServer[] {
    return [...this.#missing.values()].map(({ files: _, ...each }) => each)
  }

  /** What to run to have a server for the file. */
  installFor(file: string): string | undefined {
    const missing = [...this.#missing.values()].filter(({ files }) => languageIn(files, file) !== undefined)
    return missing.find(({ install }) => install !== undefined)?.install
  }

  denied(): Promise<(path: string) => boolean> {
    return this.#options.denied()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#options.pool.release(this)
  }

  /** Edits that come while a server is at work are looked at together, by whoever came first of them. */
  async #lookWith(
    server: OpenServer,
    files: readonly ChangedFile[],
    signal: AbortSignal,
  ): Promise<EditReport> {
    const waiting = [...this.#waiting].find(each => each.server === server && each.signal === signal)
    if (waiting) {
      // What it held before all of them is what counts.
      for (const file of files) waiting.files.getOrInsert(file.path, file)
      await waiting.report
      return { findings: [] }
    }
    const batch = new Map(files.map(file => [file.path, file]))
    const report = server.turn(async () => {
      this.#waiting.delete(own)
      const denied = await this.#options.denied()
      const isCold = !this.#warm.has(server)
      this.#warm.add(server)
      const known = this.#known.getOrInsertComputed(server, () => new Map())
      return await lookAtEdit({ server, files: [...batch.values()], known, isCold, signal, isDenied: denied })
    })
    const own: Waiting = { server, signal, files: batch, report }
    this.#waiting.add(own)
    return await report
  }

  async #serversFor(file: string): Promise<readonly OpenServer[]> {
    const within = this.#options.roots().find(root => isInside(file, root, this.#options))
    if (within === undefined) return []
    const fitting = (await this.#options.servers()).filter(
      server => languageIn(server.languages, file) !== undefined,
    )
    const [own, table] = [fitting.filter(({ known }) => !known), fitting.filter(({ known }) => known)]
    const written = await Promise.all(own.map(server => this.#open(server, file, within)))
    const opened = written.filter(server => server !== undefined)
    if (opened.length > 0) return opened
    for (const server of table) {
      const one = await this.#open(server, file, within)
      if (one) {
        this.#missing.delete(server.language)
        return [one]
      }
    }
    this.#noteMissing(table)
    return []
  }

  async #open(server: LanguageServer, file: string, within: string): Promise<OpenServer | undefined> {
    const { pool, how, sandbox } = this.#options
    const env = { ...this.#options.env(), ...server.env }
    const root = projectRoot(file, {
      within,
      markers: server.markers,
      caseSensitive: this.#options.caseSensitive,
    })
    const found = findServerProgram(server, { env, root, within, caseSensitive: this.#options.caseSensitive })
    // One that somebody wrote down is tried: that it is not there is said by who starts it.
    const program = found ?? (server.known ? undefined : server.command)
    if (program === undefined) return undefined
    this.#handled.set(file, server.name)
    const isOutside = server.outside !== undefined && !sandbox
    const opened = await pool.get({
      server: isOutside ? { ...server, initializationOptions: server.outside } : server,
      root,
      how: `${how} ${program}`,
      owner: this,
      start: async () => {
        const start = { file: program, args: server.args, cwd: root, env }
        return sandbox ? await sandbox(start) : start
      },
    })
    if (!opened) this.#tellFailure(server, root)
    else this.#noteFinder(server, env)
    return opened
  }

  /** The server works, and finds nothing without another program. */
  #noteFinder({ finds, language }: LanguageServer, env: Readonly<Record<string, string>>): void {
    if (!finds) return
    const { program: name, install } = finds
    if (findProgram(name, searchPath(env)) !== undefined) this.#missing.delete(name)
    else this.#missing.set(name, { name, language, command: name, install, files: {} })
  }

  #tellFailure({ name, command }: LanguageServer, root: string): void {
    const { why } = this.states().find(state => state.name === name && state.root === root) ?? {}
    if (why === undefined || this.#told.has(name)) return
    this.#told.add(name)
    this.#options.warn(languageServerText('does_not_run', { name, command, reason: why }))
  }

  #noteMissing(table: readonly LanguageServer[]): void {
    const [first] = table.filter(({ since }) => !since)
    if (!first) return
    const { name, language, command, install, languages: files } = first
    if (this.states().some(state => table.some(row => row.name === state.name))) return
    const more = install === undefined ? {} : { install }
    this.#missing.set(language, { name, language, command, files, ...more })
  }
}

const merged = (reports: readonly EditReport[]): EditReport => {
  const unlooked = reports.reduce((sum, each) => sum + (each.unlooked ?? 0), 0)
  const more = reports.flatMap(each => (each.more ? [each.more] : []))
  return {
    findings: reports.flatMap(({ findings }) => findings),
    mended: reports.flatMap(({ mended = [] }) => mended),
    ...(unlooked > 0 ? { unlooked } : {}),
    ...(more.length > 0 ? { more: Promise.all(more).then(merged) } : {}),
  }
}

const languageIn = (languages: LanguageServer['languages'], file: string): string | undefined => {
  const name = file.slice(dirname(file).length).replace(/^[\\/]/, '')
  const dot = name.lastIndexOf('.')
  return languages[name] ?? (dot === -1 ? undefined : languages[name.slice(dot)])
}
