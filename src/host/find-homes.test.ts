import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findHomes } from './find-homes.ts'

const RELATIVE = ['.', '..', './x', 'x', 'x/y', '~', '~/x', ' /x', '.capstan', 'file:///x', '\t', '..//']
const NAMES = ['HOME', 'CAPSTAN_CONFIG_DIR', 'CLAUDE_CONFIG_DIR'] as const
const GOOD = { HOME: '/h', CAPSTAN_CONFIG_DIR: '/c', CLAUDE_CONFIG_DIR: '/d' }

test.each(NAMES.flatMap(name => RELATIVE.map(path => [name, path] as const)))(
  'a relative %s (%j) is an error, whatever else is set',
  (name, path) => {
    for (const others of [{ HOME: '/h' }, GOOD])
      expect(() => findHomes({ ...others, [name]: path })).toThrow(
        expect.objectContaining({
          name: 'HostError',
          kind: 'directory',
          message: expect.stringMatching(`^${name} is .*Set ${name} to the full path of a directory\\.$`),
        }),
      )
  },
)

test('an empty HOME is an error, also beside a config home: "~" would mean another directory to a shell', () => {
  for (const env of [{ HOME: '' }, { ...GOOD, HOME: '' }])
    expect(() => findHomes(env)).toThrow('HOME is empty')
})

test('an empty config home counts as unset', () => {
  expect(findHomes({ HOME: '/h', CAPSTAN_CONFIG_DIR: '', CLAUDE_CONFIG_DIR: '' })).toEqual({
    home: '/h',
    configHome: '/h/.capstan',
  })
  expect(findHomes({ ...GOOD, CAPSTAN_CONFIG_DIR: '' }).configHome).toBe('/d')
  expect(findHomes(GOOD)).toEqual({ home: '/h', configHome: '/c' })
})

test('without HOME it is the one that the system knows', () => {
  expect(findHomes({})).toEqual({ home: homedir(), configHome: join(homedir(), '.capstan') })
})

test('paths are normalised', () => {
  expect(findHomes({ HOME: '/h/../g/' })).toEqual({ home: '/g', configHome: '/g/.capstan' })
})
