import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { Languages } from '../languages.ts'
import { createCodeHelp } from './code-help.ts'

/** Answers every name with a file below its root. */
const serverIn = (root: string) => ({
  name: 'x',
  root,
  capabilities: { workspaceSymbolProvider: true },
  refresh: () => [],
  turn: (work: () => unknown) => work(),
  client: {
    request: async (_: string, { query }: { readonly query: string }) => [
      { name: query, location: { uri: pathToFileURL(`${root}/a.ts`).href, range: { start: { line: 0 } } } },
    ],
  },
})

const askAt = async (cwd: string, roots: readonly string[]): Promise<readonly string[]> => {
  const languages = { running: () => roots.map(serverIn), denied: async () => () => false }
  const help = createCodeHelp({ languages: languages as unknown as Languages, isInside: () => false })
  const { signal } = new AbortController()
  const { places } = await help.look({ operation: 'symbols', symbol: 'foo', cwd }, signal)
  return places.map(({ path }) => path)
}

const WORKTREE = '/p/.capstan/worktrees/fix'

test.each([
  ['the conversation, whose agent works in a worktree', '/p', ['/p', `${WORKTREE}`], ['/p/a.ts']],
  ['an agent in a worktree', WORKTREE, ['/p', WORKTREE], [`${WORKTREE}/a.ts`]],
  ['parts of a project', '/p', ['/p/web', '/p/api', '/else'], ['/p/api/a.ts', '/p/web/a.ts']],
  ['a directory within a project', '/p/web/src', ['/p', '/p/web', '/p/api'], ['/p/web/a.ts']],
])('a name without a file is meant where it is asked for: %s', async (_, cwd, roots, expected) => {
  expect((await askAt(cwd, roots)).toSorted()).toEqual(expected)
})
