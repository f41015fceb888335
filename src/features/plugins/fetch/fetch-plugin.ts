import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pluginText } from '../../../protocol/messages/host/plugins.ts'
import { directoryOf, type PluginSource } from '../format/plugin-source.ts'
import { PluginError } from '../plugin-error.ts'
import { childEnvironment } from './child-variables.ts'
import { copyTree } from './copy-tree.ts'
import type { FetchDeps } from './fetch-deps.ts'
import { fetchGit, subdirectory } from './git-source.ts'
import { fetchNpm } from './npm-source.ts'
import { runToEnd } from './run-to-end.ts'
import { unpackArchive } from './unpack-archive.ts'

const COMMAND_MS = 120_000

/** Brings a plugin from wherever it is into a fresh directory. Throws PluginError. */
export const fetchPlugin = async (
  source: PluginSource,
  at: { readonly target: string /** Root of the marketplace. */; readonly base: string },
  deps: FetchDeps,
): Promise<{ readonly commit?: string }> => {
  switch (source.kind) {
    case 'path': {
      const directory = directoryOf(source, at.base)
      if (directory === undefined)
        throw new PluginError('failed', pluginText('no_directory', { path: source.path }))
      copyTree(directory, at.target)
      return {}
    }
    case 'git': {
      await using scratch = deps.scratch()
      const commit = await fetchGit(source, scratch.path, deps)
      copyTree(subdirectory(scratch.path, source.path), at.target)
      return { commit }
    }
    case 'npm':
      await fetchNpm(source, at.target, deps)
      return {}
    case 'archive': {
      const bytes = await deps.download(source.url)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      if (source.sha256 !== undefined && source.sha256 !== sha256)
        throw new PluginError('refused', pluginText('other_hash', { url: source.url, hash: sha256 }))
      unpackArchive(bytes, at.target)
      return {}
    }
    case 'command':
      await runSource(source, at.target, deps)
      return {}
  }
}

/** The person has said yes to this very line. */
const runSource = async (
  source: Extract<PluginSource, { kind: 'command' }>,
  target: string,
  deps: FetchDeps,
): Promise<void> => {
  await using scratch = deps.scratch()
  const directory = join(scratch.path, 'plugin')
  mkdirSync(directory)
  const printed = await runToEnd({
    program: '/bin/sh',
    args: ['-c', source.command],
    cwd: directory,
    env: childEnvironment(deps.env),
    timeoutMs: source.timeoutMs ?? COMMAND_MS,
    ...(deps.signal ? { signal: deps.signal } : {}),
  })
  const named = resolve(directory, printed.trim().split('\n').at(-1) ?? '')
  copyTree(
    printed.trim() !== '' && existsSync(named) && statSync(named).isDirectory() ? named : directory,
    target,
  )
}
