import { mkdtempSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../../features/hooks/runners/command.ts'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import { readGitBranch } from '../../features/sessions/git-branch.ts'
import { readRepository } from '../../features/sessions/repository-home.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import { runProgram } from '../../features/shell/run-program.ts'
import { MAX_IMAGE_BYTES } from '../../features/tools/read/read-image.ts'
import type { SystemPort } from '../../frontends/tui/ports/system-port.ts'
import { findProgram } from '../../lib/find-program.ts'
import { keepOutOfGit } from '../../lib/git/keep-out-of-git.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import type { Env } from '../../protocol/host.ts'
import { ToolError } from '../../protocol/tool.ts'
import { localPaths } from '../local-path.ts'
import { type CopyProgram, copyText } from './clipboard/copy-text.ts'
import { pictureSources } from './clipboard/picture-sources.ts'
import { readPicture } from './clipboard/read-picture.ts'
import { editOutside } from './external-editor.ts'
import { pictureBlock, readImageFile } from './image-file.ts'
import { watchKeybindings } from './keybindings-file.ts'
import { openFile } from './open-file.ts'
import { readEnd } from './read-end.ts'
import { readReviewState, reviewQuestion } from './review-state.ts'
import { saveFile } from './save-file.ts'
import { completeShell } from './shell-completion.ts'
import { findMisspelled } from './spell-checker.ts'
import { runStatusLine } from './status-line-command.ts'
import { terminalFacts } from './terminal-facts.ts'

export interface SystemOptions {
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  readonly version: string
  /** As the process was started: it names the person's programs, so nothing of a project may be in it. */
  readonly env: Env
  readonly platform: string
  now(): number
}

/** A picture as text takes twice its size. */
const MOST_PICTURE_BYTES = 2 * MAX_IMAGE_BYTES + 1024
const PICTURE_MS = 5_000
const COPY_MS = 3_000

/** The machine, as far as a terminal needs it. */
export const createSystemPort = (options: SystemOptions): SystemPort => {
  const { cwd, home, version, env, platform } = options
  const terminal = terminalFacts(env)
  const variables = childEnvironment(env, { secretNames: PROVIDER_SECRETS, projectDir: cwd })
  const programs = createPrograms(cwd, variables)
  const localPath = localPaths(env)
  return {
    cwd,
    home,
    version,
    machine: machineName(hostname()),
    terminal,
    now: () => options.now(),
    branch: createBranchReader(cwd, () => options.now()),
    repository: readRepository,
    clipboardImage: async () => {
      const picture = await readPicture(pictureSources(platform, env), programs.ask)
      return picture && (await pictureBlock(picture, 'The picture in the clipboard'))
    },
    imageFile: path => readImageFile(localPath(path), { cwd, home }),
    copy: text => copyText(text, { platform, env, terminal }, { feed: programs.feed, keep: keepCopy }),
    // Modelines, plugins and settings beside the file are what an editor runs: it gets no credentials either.
    edit: text => editOutside(text, { cwd, env: variables }),
    openPage: async url =>
      (await import('../../host/servers/open-url.ts')).openUrl(url, { ...env, PATH: programs.path }),
    openFile: file => openFile(file, { cwd, env: variables }),
    readEnd: async (path, maxBytes) => readEnd(path, maxBytes),
    watchKeybindings: listener => watchKeybindings(keyFiles(options), listener),
    // Public status lines add up the sessions below this directory; without it they find none of ours.
    runStatusLine: (command, input, signal) =>
      runStatusLine(
        { command, input, cwd, variables: { CLAUDE_CONFIG_DIR: options.configHome, ...variables } },
        signal,
      ),
    reviewState: async url => readReviewState(await programs.ask('gh', reviewQuestion(url))),
    completeShell: (line, signal) => completeShell(line, { cwd, variables }, signal),
    misspelled: (words, wish, signal) => findMisspelled({ words, wish, cwd, variables }, signal),
    saveFile: async (path, text) => {
      const saved = saveFile(path, text, { cwd, home })
      return { path: saved, excluded: keepOutOfGit(saved) === 'excluded' }
    },
  }
}

/** As it may stand in an address; without a name a link to a file means the machine it is read on. */
const machineName = (name: string): string => (/^[A-Za-z\d.-]{1,253}$/.test(name) ? name : '')

/** Ours, then the one of the program these conventions come from. */
const keyFiles = ({ configHome, home, env }: SystemOptions): readonly string[] => {
  const names = [join(configHome, 'keybindings.json')]
  if (env['CAPSTAN_COMPAT'] !== '0') names.push(join(home, '.claude', 'keybindings.json'))
  return [...new Set(names)]
}

const keepCopy = (text: string): string => {
  const directory = mkdtempSync(join(tmpdir(), 'capstan-copy-'))
  return saveFile('copied.md', text, { cwd: directory, home: directory })
}

/** Small programs of the system; one that a project brings along under the same name is not taken for it. */
const createPrograms = (cwd: string, variables: Readonly<Record<string, string>>) => {
  const safe = hardenEnvironment(variables, [cwd])
  const find = (name: string): string | undefined => findProgram(name, safe['PATH'] ?? '')
  return {
    path: safe['PATH'] ?? '',
    ask: async (name: string, args: readonly string[]): Promise<Buffer | undefined> => {
      const file = find(name)
      if (file === undefined) return undefined
      try {
        const signal = new AbortController().signal
        const limits = { timeoutMs: PICTURE_MS, maxBytes: MOST_PICTURE_BYTES, signal }
        const end = await runProgram({ file, args, cwd, env: safe, ...limits })
        return end.code === 0 && !end.cut && !end.timedOut ? Buffer.from(end.stdout) : undefined
      } catch (error) {
        // There, but not to be started: the next way is tried.
        if (error instanceof ToolError) return undefined
        throw error
      }
    },
    feed: async ({ program, args }: CopyProgram, text: string): Promise<boolean> => {
      const command = find(program)
      if (command === undefined) return false
      const signal = new AbortController().signal
      const end = await runCommand({
        command,
        args,
        stdin: text,
        cwd,
        variables: safe,
        timeoutMs: COPY_MS,
        signal,
      })
      return end.ended === 'exit' && end.code === 0
    },
  }
}

/** It is asked for with every frame; a branch does not change that often. */
const LOOK_AGAIN_MS = 1_000

/** The branch of a directory; undefined outside of git. Runs no process, and touches the disk once a second at most. */
export const createBranchReader = (cwd: string, now: () => number): (() => string | undefined) => {
  let seen: { readonly at: number; readonly branch: string } | undefined
  return () => {
    const at = now()
    if (!seen || at - seen.at >= LOOK_AGAIN_MS || at < seen.at) seen = { at, branch: readGitBranch(cwd) }
    return seen.branch === '' ? undefined : seen.branch
  }
}
