import { expect, test } from 'vitest'
import { chooseTeams } from './options.ts'

const at = { configHome: '/h', list: undefined }
const peers = { directory: '/h/peers', inbound: 'hold', attended: false, oneShot: false } as const

test('without a word teams are in files', () => {
  expect(chooseTeams({}, {}, at)).toEqual({ backend: 'files', directory: '/h/teams', credentials: {}, peers })
})

test.each(['NATS', 'nats ', 'file', 'redis'])('a backend that is not there is no other one: %j', backend => {
  expect(() => chooseTeams({}, { CAPSTAN_TEAMS_BACKEND: backend }, at)).toThrow(
    `CAPSTAN_TEAMS_BACKEND: expected files or nats, found "${backend}".`,
  )
})

test('an empty variable says nothing about the backend', () => {
  expect(chooseTeams({ teams: { backend: 'nats' } }, { CAPSTAN_TEAMS_BACKEND: '' }, at).backend).toBe('nats')
})

test('the environment comes before the settings, and brings the credentials', () => {
  const teams = { backend: 'files', url: 'nats://of-settings:4222' } as const
  const env = {
    CAPSTAN_TEAMS_BACKEND: 'nats',
    CAPSTAN_TEAMS_URL: 'nats://of-environment:4222',
    CAPSTAN_NATS_CREDS: '/c',
    CAPSTAN_NATS_TOKEN: 't',
    CLAUDE_CODE_TEAM_NAME: 'My crew',
  }
  expect(chooseTeams({ teams }, env, { ...at, list: 'l' })).toEqual({
    backend: 'nats',
    directory: '/h/teams',
    url: 'nats://of-environment:4222',
    credentials: { path: '/c', token: 't' },
    list: 'l',
    team: 'My-crew',
    peers,
  })
})

test.each([
  ['in-process', { TMUX: 'x' }, true, undefined],
  ['process', { TMUX: 'x' }, true, 'process'],
  ['tmux', { TMUX: 'x' }, false, 'tmux'],
  ['tmux', {}, true, 'process'],
  ['auto', { TMUX: 'x' }, true, 'tmux'],
  ['auto', { TMUX: 'x' }, false, undefined],
  ['auto', {}, true, undefined],
] as const)('members in mode %s with %j, at a screen: %s, work in: %s', (mode, env, interactive, members) => {
  expect(chooseTeams({ teammateMode: mode }, env, { ...at, interactive }).members).toBe(members)
  const overrides = { teammateMode: mode }
  expect(chooseTeams({ teammateMode: 'process' }, env, { ...at, interactive, overrides }).members).toBe(
    members,
  )
})

test('a session with the names of a team and of itself joins that team, unless it only answers once', () => {
  const env = { CAPSTAN_TEAM_NAME: 'crew', CLAUDE_CODE_AGENT_NAME: 'Bob B' }
  expect(chooseTeams({}, env, at).member).toMatchObject({ team: 'crew', name: 'Bob-B', leader: 'team-lead' })
  expect(chooseTeams({}, env, { ...at, oneShot: true }).member).toBeUndefined()
  expect(chooseTeams({}, { CAPSTAN_TEAM_NAME: 'crew' }, at).member).toBeUndefined()
})

test('other sessions reach every session but members of teams and recordings, as the person says', () => {
  const settings = { crossSessionInbound: 'deliver' } as const
  const some = { ...at, interactive: true, oneShot: true }
  expect(chooseTeams(settings, {}, some).peers).toEqual({
    ...peers,
    inbound: 'deliver',
    attended: true,
    oneShot: true,
  })
  for (const overrides of [{ record: 'x' }, { replay: 'x' }])
    expect(chooseTeams(settings, {}, { ...at, overrides }).peers).toBeUndefined()
  const member = { CLAUDE_CODE_TEAM_NAME: 'crew', CLAUDE_CODE_AGENT_NAME: 'one' }
  expect(chooseTeams(settings, member, at).peers).toBeUndefined()
})

test('one is asked about messages only where members may be on other machines', () => {
  const asked = (backend: 'files' | 'nats', isolatePeerMachines?: boolean) =>
    chooseTeams(
      { teams: { backend }, ...(isolatePeerMachines === undefined ? {} : { isolatePeerMachines }) },
      {},
      at,
    ).asksBeyond
  expect([asked('nats', true), asked('files', true), asked('nats', false), asked('nats')]).toEqual([
    true,
    undefined,
    undefined,
    undefined,
  ])
})
