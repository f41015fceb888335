import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { machineChecks } from './machine.ts'

/** A table of processes, one a row: number, state, parent. */
const tableOf = (rows: readonly (readonly [number, string, number])[]): string => {
  const root = makeDirectory()
  mkdirSync(join(root, 'self'))
  for (const [pid, state, parent] of rows) {
    mkdirSync(join(root, String(pid)))
    writeFileSync(join(root, String(pid), 'stat'), `${pid} (a) b) ${state} ${parent} ${pid} 0\n`)
  }
  return root
}

const told = (
  {
    path = '/usr/bin:/bin',
    platform = 'linux',
    pid = 7,
    nullDevice = '/dev/null',
  }: { path?: string; platform?: string; pid?: number; nullDevice?: string },
  rows: readonly (readonly [number, string, number])[] = [],
) =>
  machineChecks(
    { env: { PATH: path }, platform, cwd: '/w' },
    { pid, processes: tableOf(rows), nullDevice },
  ).map(({ level, text }) => `${level}: ${text.text}`)

const ended = (count: number) => Array.from({ length: count }, (_, at) => [at + 3, 'Z', 1] as const)

test('a machine that has what commands need is not mentioned', () => {
  expect(
    told({}, [
      [1, 'S', 0],
      [2, 'Z', 1],
      [3, 'Z', 2],
      [4, 'Z', 2],
      [5, 'S', 1],
    ]),
  ).toEqual([])
  expect(
    machineChecks(
      { env: {}, platform: 'linux', cwd: '/mnt/c/w' },
      { pid: 7, processes: '/none', nullDevice: '/dev/null' },
    ),
  ).toEqual([])
})

test('without what children get as their input commands are said not to run', () => {
  expect(told({ nullDevice: '/none' })).toEqual(["error: /dev/null not found: commands can't run"])
})

test('processes that nobody collects are counted, and a first process that would not is said', () => {
  expect(told({}, [[1, 'S', 0], ...ended(11)])).toEqual([
    "info: 11 processes have ended, and this container's first process doesn't collect them",
  ])
  expect(told({}, ended(10))).toEqual([])
  expect(told({ pid: 1 })).toEqual([
    "info: Capstan is this container's first process, which doesn't collect what other processes leave behind",
  ])
  expect(told({ platform: 'darwin' }, ended(11))).toEqual([])
})

test('in WSL a project on a drive of Windows is slow', () => {
  const env = { WSL_DISTRO_NAME: 'Ubuntu' }
  const on = (cwd: string) =>
    machineChecks({ env, platform: 'linux', cwd }, { pid: 7, processes: '/none', nullDevice: '/dev/null' })
  expect(on('/mnt/c/w').map(({ text }) => text.text)).toEqual([
    '/mnt/c/w is on a drive of Windows: search, git and file completion are slow there',
  ])
  expect([on('/mnt/cd/w'), on('/home/me/w'), on('/mnt')]).toEqual([[], [], []])
})
