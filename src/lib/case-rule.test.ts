import { expect, test } from 'vitest'
import { systemWith } from '../../test/support/volumes.ts'
import { caseRuleOf, foldCase, tellsCase } from './case-rule.ts'
import { isInside, resolveReal } from './paths.ts'

/** Linux with a drive of Windows, one that is empty, and one whose names have no letters. */
const WSL = systemWith({ '/': 'tells', '/mnt/c': 'folds', '/mnt/d': 'folds', '/mnt/e': 'folds' }, [
  '/home/me/app/src/a.ts',
  '/mnt/c/Users/Me/app/.git/hooks',
  '/mnt/c/Users/Me/app/Caf\u00e9/x',
  '/mnt/c/1/2',
  '/mnt/d',
  '/mnt/e/1/2',
])
/** macOS with a disk that was made to tell case, and one that was not. */
const MAC = systemWith({ '/': 'folds', '/Volumes/Build': 'tells', '/Volumes/USB': 'folds' }, [
  '/Users/me/app/.git/hooks',
  '/Volumes/Build/app/src',
  '/Volumes/USB/app/src',
])
const RULES = { linux: caseRuleOf('linux', WSL), darwin: caseRuleOf('darwin', MAC) }

test.each([
  ['linux', '/home/me/app', true],
  ['linux', '/home/me/app/src/new/file.ts', true],
  ['linux', '/mnt/c', false],
  ['linux', '/mnt/c/users/ME/app', false],
  ['linux', '/mnt/c/Users/Me/app/.GIT/hooks/pre-commit', false],
  ['linux', '/mnt/c/1/2/new', false],
  // Nothing there says anything: as the system has it.
  ['linux', '/mnt/d/new', true],
  ['linux', '/mnt/e/1/2/new', true],
  ['linux', '/mnt/C/x', true],
  ['darwin', '/Users/me/app', false],
  ['darwin', '/users/ME/app/new', false],
  ['darwin', '/Volumes/Build', true],
  ['darwin', '/Volumes/Build/app/SRC', true],
  ['darwin', '/Volumes/USB/app/SRC', false],
] as const)('%s: case counts in %s: %s', (platform, path, expected) => {
  expect(tellsCase(RULES[platform], path)).toBe(expected)
})

test.each([
  [WSL, '/mnt/c/USERS/me/APP/.GIT/Hooks/pre-Commit', '/mnt/c/Users/Me/app/.git/hooks/pre-Commit'],
  [WSL, '/mnt/c/Users/Me/app/cafe\u0301/X', '/mnt/c/Users/Me/app/Caf\u00e9/x'],
  [WSL, '/home/me/APP/src', '/home/me/APP/src'],
  [MAC, '/USERS/Me/app/.GIT/hooks', '/Users/me/app/.git/hooks'],
  [MAC, '/Volumes/Build/APP', '/Volumes/Build/APP'],
  [MAC, '/volumes/usb/APP/src/New.ts', '/Volumes/USB/app/src/New.ts'],
])('a file has one real name, the one that is listed: %#', (system, path, expected) => {
  const found = resolveReal(path, new Map(), system)
  expect(found.ok && found.real).toBe(expected)
})

test.each([
  ['linux', '/home/me/APP/x', '/home/me/app', false],
  ['linux', '/mnt/c/users/me/app/new', '/mnt/c/Users/Me/app', true],
  ['linux', '/mnt/C/Users', '/mnt/c', false],
  ['darwin', '/users/me/APP/x', '/Users/me/app', true],
  ['darwin', '/Volumes/Build/APP/x', '/Volumes/Build/app', false],
  ['darwin', '/Users/me/app/\u017frc', '/Users/me/app/src', true],
] as const)('%s: %s lies in %s: %s', (platform, path, root, expected) => {
  expect(isInside(path, root, { caseSensitive: RULES[platform] })).toBe(expected)
})

test.each([
  ['.GIT', '.git'],
  ['.\u017fsh', '.ssh'],
  ['STRA\u1e9eE', 'strasse'],
  ['\u212ay', 'ky'],
  ['\u039f\u03a3', '\u03bf\u03c3'],
  ['\u0131', '\u0131'],
  ['Cafe\u0301', 'caf\u00e9'],
])('%s is %s without its case', (text, expected) => {
  expect(foldCase(text)).toBe(expected)
})
