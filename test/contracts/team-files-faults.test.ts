import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { thisProcess } from '../../src/lib/process/process-identity.ts'
import type { TeamBackend } from '../../src/protocol/agents/team.ts'
import { bundleProgram, COMPILED } from '../support/bundle-program.ts'
import { canMount, UNSHARE } from '../support/needs-program.ts'
import { openTeamFiles } from '../support/open-team-files.ts'
import { sampleSize } from '../support/sample-size.ts'

let home: string
let backend: TeamBackend
beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-team-faults-')))
  backend = openTeamFiles(home, thisProcess())
  const members = ['lead', 'ann'].map(name => ({ agentId: `${name}@team`, name }))
  await backend.teams.create({ name: 'team', createdAt: 1, leadAgentId: 'lead@team', members })
  await backend.tasks('team').create({ subject: 'first', description: 'd' })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Kills the process once it has said so many lines and a moment more; gives what it said. */
const killAfter = async (owner: string, kill: { readonly lines: number; readonly ms: number }) => {
  const script = await bundleProgram('change-team')
  const child = spawn(process.execPath, [script, home, owner], {
    env: { ...process.env, ...COMPILED },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (lines.length === kill.lines) setTimeout(() => child.kill('SIGKILL'), kill.ms)
  }
  expect(await exit).toEqual([null, 'SIGKILL'])
  return lines
}

const told = (lines: readonly string[], verb: string): readonly string[] =>
  lines.filter(line => line.startsWith(`${verb} `)).map(line => line.slice(verb.length + 1))

test('a process that is killed at any moment leaves nothing torn, lost or locked', async () => {
  const kills = sampleSize({ usual: 2, full: 60 })
  const [made, linked, sent]: string[][] = [[], [], []]
  for (let n = 0; n < kills; n++) {
    const lines = await killAfter(`p${n}`, { lines: 2 + ((n * 7) % 40), ms: (n * 3) % 11 })
    made?.push(...told(lines, 'made'))
    linked?.push(...told(lines, 'linked'))
    sent?.push(...told(lines, 'sent'))
    // The next one goes on at once: a dead process holds no lock.
    const { id } = await backend.tasks('team').create({ subject: 'after', description: 'd' })
    made?.push(id)
  }
  const tasks = await backend.tasks('team').list()
  const ids = tasks.map(task => task.id)
  expect(made?.filter(id => !ids.includes(id))).toEqual([])
  expect(new Set(made).size).toBe(made?.length)
  const unlinked = linked?.filter(id => tasks.find(task => task.id === id)?.blockedBy.join() !== '1')
  expect(unlinked).toEqual([])
  const mails = (await backend.mailbox('team').receive('lead')).map(mail => mail.id)
  expect(sent?.filter(id => !mails.includes(id))).toEqual([])
  expect((await backend.teams.read('team'))?.members).toHaveLength(2)
  const [ann] = await backend.presence('team').list()
  expect(ann?.isAlive).not.toBe(true)
})

test('files that are torn or hostile are passed over, kept aside and replaced', async () => {
  const inboxes = join(home, 'teams', 'team', 'inboxes')
  mkdirSync(inboxes, { recursive: true })
  const put = (name: string, text: string): void => writeFileSync(join(inboxes, name), text)
  put('lead.json', '[{"from":"ann","text":"tor')
  put(
    'ann.json',
    JSON.stringify([
      { from: 'lead', text: 'plain', timestamp: '2026-01-01T00:00:00Z', read: false },
      { from: 'lead', text: 'plain', timestamp: '2026-01-01T00:00:00Z', read: false },
      { from: '../../x', text: 'x' },
      { from: 'lead', text: 'x'.repeat(300_000) },
      { from: 'lead', text: { nested: true } },
      { from: 'lead', text: 'id', id: '../../../etc/passwd', timestamp: 5, read: 'no' },
      ...[5, null, [], 'text'],
    ]),
  )
  const mailbox = backend.mailbox('team')
  expect(await mailbox.receive('lead')).toEqual([])
  await mailbox.send({ to: '*', from: 'ann', text: 'new' })
  expect((await mailbox.receive('lead')).map(mail => mail.text)).toEqual(['new'])
  expect(readdirSync(inboxes).some(name => name.startsWith('lead.json.unreadable-'))).toBe(true)
  const mails = await mailbox.receive('ann')
  expect(mails.map(mail => mail.text)).toEqual(['plain', 'id'])
  expect(mails.every(mail => /^[\w-]+$/.test(mail.id))).toBe(true)
  await mailbox.mark('ann', [mails[0]?.id ?? ''])
  expect((await mailbox.receive('ann')).map(mail => mail.text)).toEqual(['id'])
})

test('a link in the place of an inbox or a team is neither followed nor written through', async () => {
  const outside = join(home, 'outside.json')
  writeFileSync(outside, '[{"from":"lead","text":"secret"}]')
  const inboxes = join(home, 'teams', 'team', 'inboxes')
  mkdirSync(inboxes, { recursive: true })
  symlinkSync(outside, join(inboxes, 'ann.json'))
  mkdirSync(join(home, 'teams', 'linked'))
  symlinkSync(join(home, 'teams', 'team', 'config.json'), join(home, 'teams', 'linked', 'config.json'))
  expect(await backend.mailbox('team').receive('ann')).toEqual([])
  await backend.mailbox('team').send({ to: 'ann', from: 'lead', text: 'new' })
  expect((await backend.mailbox('team').receive('ann')).map(mail => mail.text)).toEqual(['new'])
  expect((await backend.teams.list()).map(team => team.name)).toEqual(['team'])
  expect(readdirSync(home)).toContain('outside.json')
})

test.runIf(canMount())('on a full disk nothing is half done, and it is said', async () => {
  const script = await bundleProgram('fill-team')
  const { stdout, stderr } = spawnSync(
    UNSHARE,
    [
      ...['--mount', 'sh', '-c', 'mount -t tmpfs -o size=96k tmpfs "$0" && exec "$@"', home],
      ...[process.execPath, script, home],
    ],
    { encoding: 'utf8', env: { ...process.env, ...COMPILED } },
  )
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({
    task: 'The task list could not be written: the disk is full.',
    mail: "The team's files could not be used: the disk is full. Nothing was changed.",
    allListed: true,
    allReceived: true,
    isWhole: true,
  })
})
