import { expect, test } from 'vitest'
import { KNOWN_SERVERS } from './known-servers.ts'
import { readLanguageServers } from './server-config.ts'

const read = (settings: Readonly<Record<string, unknown>>, known = true) => {
  const problems: string[] = []
  const plugin = { name: 'p:x', written: { command: 'x', extensionToLanguage: { '.x': 'x' } }, variables: {} }
  const servers = readLanguageServers({ plugins: [plugin], settings, known }, ({ text }) =>
    problems.push(text),
  )
  return { servers, problems, named: (name: string) => servers.find(each => each.name === name) }
}

test('settings change rows of the table, add others and switch them off; they come before plugins, and those before the table', () => {
  const { servers, named } = read({
    pyright: false,
    gopls: { settings: { gopls: { staticcheck: true } } },
    deno: { command: 'deno', args: ['lsp'], extensionToLanguage: { '.ts': 'typescript' } },
  })
  expect(servers.slice(0, 3).map(({ name }) => name)).toEqual(['gopls', 'deno', 'p:x'])
  expect(named('pyright')).toBeUndefined()
  expect(named('gopls')).toMatchObject({ command: 'gopls', known: true, settings: { gopls: {} } })
  expect(named('deno')).toMatchObject({ known: false, languages: { '.ts': 'typescript' } })
  expect(servers.filter(({ name }) => name === 'gopls')).toHaveLength(1)
})

test('what cannot be used is said in words, and the table can be left out', () => {
  const { servers, problems } = read(
    {
      a: 7,
      b: {},
      c: { command: 'c' },
      d: { command: 'd', extensionToLanguage: { '.d': 'd' }, transport: 'socket' },
    },
    false,
  )
  expect(servers.map(({ name }) => name)).toEqual(['p:x'])
  expect(problems).toHaveLength(4)
})

test('every language of many projects has a row, with what to install', () => {
  const languages = KNOWN_SERVERS.map(({ language }) => language).join(' ')
  for (const name of [
    'TypeScript',
    'Python',
    'Go',
    'Rust',
    'C, C++',
    'Java',
    'C#',
    'Ruby',
    'PHP',
    'Lua',
    'Shell',
    'YAML',
    'JSON',
    'CSS',
    'HTML',
    'Vue',
    'Svelte',
    'Zig',
    'Kotlin',
  ])
    expect(languages).toContain(name)
  expect(KNOWN_SERVERS.filter(({ install }) => install === '')).toEqual([])
})

test('outside of a sandbox a server of Rust runs neither build scripts nor macros, unless somebody writes so', () => {
  const { named } = read({})
  expect(named('rust-analyzer')?.outside).toMatchObject({ procMacro: { enable: false }, checkOnSave: false })
  const own = read({ 'rust-analyzer': { initializationOptions: { checkOnSave: true } } })
  expect(own.named('rust-analyzer')?.outside).toBeUndefined()
})
