import { expect, test } from 'vitest'
import { toolRows } from '../../features/tools/index.ts'
import { accessesOf } from './accesses-of.ts'

const HERE = { cwd: '/work/app', home: '/home/me' }

test.each([
  ['Bash', { command: 'ls ~' }, [{ kind: 'shell', command: 'ls ~' }]],
  ['Monitor', { command: 'tail -f log' }, [{ kind: 'shell', command: 'tail -f log' }]],
  ['Read', { file_path: 'a.ts' }, [{ kind: 'read', path: 'a.ts' }]],
  ['Read', { file_path: '~/.ssh/id' }, [{ kind: 'read', path: '/home/me/.ssh/id' }]],
  ['Read', { file_path: 'x/../a.ts' }, [{ kind: 'read', path: '/work/app/a.ts' }]],
  ['NotebookRead', { notebook_path: 'a.ipynb' }, [{ kind: 'read', path: 'a.ipynb' }]],
  ['Edit', { file_path: '/etc/hosts' }, [{ kind: 'write', path: '/etc/hosts' }]],
  ['MultiEdit', { file_path: 'a.ts', edits: [] }, [{ kind: 'write', path: 'a.ts' }]],
  ['NotebookEdit', { notebook_path: 'a.ipynb' }, [{ kind: 'write', path: 'a.ipynb' }]],
  ['LS', { path: '/etc' }, [{ kind: 'search', path: '/etc' }]],
  ['Glob', { pattern: '~/x/*.ts' }, [{ kind: 'search', path: '/home/me/x' }]],
  ['WebFetch', { url: 'https://a.example/' }, [{ kind: 'network', url: 'https://a.example/' }]],
  ['Task', { subagent_type: 'Explore' }, [{ kind: 'agent', name: 'Explore' }]],
  ['Skill', { skill: 'review' }, [{ kind: 'skill', name: 'review', args: '' }]],
  ['mcp__a__b', {}, [{ kind: 'mcp', server: 'a', tool: 'b' }]],
  ['TodoWrite', {}, []],
] as const)('%s says itself what %j would touch', async (tool, input, accesses) => {
  expect(await accessesOf(tool, input, HERE)).toEqual(accesses)
})

test.each([
  ['Read', {}],
  ['Read', { file_path: '' }],
  ['Read', { file_path: 5 }],
  ['Read', { file_path: 'a\0b' }],
  ['Edit', { file_path: null }],
  ['Bash', { command: ['ls'] }],
  ['Bash', {}],
  ['Glob', { path: 'x' }],
  ['Grep', { pattern: 'x', glob: 1 }],
  ['WebFetch', {}],
  ['Skill', {}],
] as const)('%s does not take %j', async (tool, input) => {
  expect(await accessesOf(tool, input, HERE)).toBe('malformed')
})

test('every tool of ours is known, and nothing else', async () => {
  for (const name of Object.keys(toolRows)) expect(await accessesOf(name, {}, HERE)).not.toBe('unknown')
  expect(await accessesOf('Unheard', {}, HERE)).toBe('unknown')
  expect(await accessesOf('constructor', {}, HERE)).toBe('unknown')
})
