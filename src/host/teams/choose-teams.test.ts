import { expect, test } from 'vitest'
import { chooseTeams } from './choose-teams.ts'

const at = { configHome: '/h', list: undefined }

test('without a word teams are in files', () => {
  expect(chooseTeams({}, {}, at)).toEqual({ backend: 'files', directory: '/h/teams', credentials: {} })
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
  })
})
