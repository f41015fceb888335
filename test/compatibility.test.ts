import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownNames, readNames } from '../scripts/names-read.ts'
import { publishCompatibility } from '../src/features/compatibility/publish.ts'
import { SURFACES } from '../src/features/compatibility/surfaces.ts'

const FACTS = 'test/fixtures/public-names'

/** Names of one surface, behind the lines that say when and where they were read. */
const publicNames = (key: string): readonly string[] => {
  const [when = '', where = '', ...names] = readFileSync(`${FACTS}/${key}.txt`, 'utf8').trim().split('\n')
  expect(when, key).toMatch(/^# Read \d{4}-\d\d-\d\d, version \d/)
  expect(where, key).toMatch(/^# https:/)
  return names
}

/** Variables under names of others that their documentation does not list: hosts, editors and collectors set them. */
const UNLISTED = new Set([
  'CLAUDE_AGENT_SDK_CLIENT_APP',
  'CLAUDE_CODE_ACCOUNT_UUID',
  'CLAUDE_CODE_AGENT_NAME',
  'CLAUDE_CODE_COORDINATOR',
  'CLAUDE_CODE_COORDINATOR_MODE',
  'CLAUDE_CODE_DISABLE_KEYCHAIN',
  'CLAUDE_CODE_ENHANCED_TELEMETRY_BETA',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_MCP_BACKGROUND_MS',
  'CLAUDE_CODE_MEMORY_DIR',
  'CLAUDE_CODE_ORGANIZATION_UUID',
  'CLAUDE_CODE_PRINT_BG_COMMAND_WAIT_MS',
  'CLAUDE_CODE_QUESTION_PREVIEW_FORMAT',
  'CLAUDE_CODE_SDK_READS_SESSION_STATE',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_CODE_STARTUP_FAILURE_RESULTS',
  'CLAUDE_CODE_TEAM_NAME',
  'CLAUDE_CODE_USER_EMAIL',
  'CLAUDE_PROJECT_DIR',
  'CLAUDE_REDUCED_MOTION',
  'ENABLE_ENHANCED_TELEMETRY_BETA',
  'ENABLE_IDE_INTEGRATION',
  'MCP_CONFORMANCE_CONTEXT',
  'MCP_CONFORMANCE_SCENARIO',
])

const READ = readNames()

test('every public name has a verdict, and nothing else has', () => {
  expect(readdirSync(FACTS).toSorted()).toEqual(SURFACES.map(({ key }) => `${key}.txt`).toSorted())
  for (const { key, names } of SURFACES)
    expect(Object.keys(names).toSorted(), key).toEqual([...publicNames(key)].toSorted())
})

test('what is said to work, or to differ, is read by the program', () => {
  for (const { key, names } of SURFACES)
    expect(
      Object.keys(names).filter(name => names[name]?.verdict !== 'absent' && !READ[key]?.reads(name)),
      key,
    ).toEqual([])
})

test('what is said not to be here is not read', () => {
  for (const { key, names } of SURFACES)
    expect(
      Object.keys(names).filter(name => names[name]?.verdict === 'absent' && READ[key]?.reads(name)),
      key,
    ).toEqual([])
})

test('variables with names of others that are read are in the table', () => {
  const table = SURFACES.find(({ key }) => key === 'environment')?.names ?? {}
  const all = READ['environment']?.all ?? []
  expect(all.filter(name => !Object.hasOwn(table, name) && !UNLISTED.has(name))).toEqual([])
  expect([...UNLISTED].filter(name => !all.includes(name))).toEqual([])
})

test('docs/compatibility.md is up to date (npm run docs:compatibility)', () => {
  const page = readFileSync('docs/compatibility.md', 'utf8')
  expect(page.includes(publishCompatibility(SURFACES, ownNames()))).toBe(true)
})
