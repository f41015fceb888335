import { expect, test } from 'vitest'
import { chooseSchedules } from './options.ts'

const AT = { cwd: '/w', home: '/h', configHome: '/h/.capstan', env: {} } as never
const choose = (options: object, gathered: object, env: object = {}) =>
  chooseSchedules(
    options,
    { trusted: true, settings: {}, ...gathered } as never,
    { ...(AT as object), env } as never,
  )

test('files of a project count only in a trusted folder; those of the person everywhere', () => {
  const { files, loopFiles } = choose({}, {}).schedules
  expect(files).toEqual(['/w/.capstan/scheduled_tasks.json', '/w/.claude/scheduled_tasks.json'])
  expect(loopFiles).toEqual([
    '/w/.capstan/loop.md',
    '/w/.claude/loop.md',
    '/h/.capstan/loop.md',
    '/h/.claude/loop.md',
  ])
  const strange = choose({}, { trusted: false }).schedules
  expect([strange.files, strange.loopFiles]).toEqual([[], ['/h/.capstan/loop.md', '/h/.claude/loop.md']])
  expect(choose({ bare: true }, {}).schedules).toMatchObject({ files: [], loopFiles: [] })
  expect(choose({ settingSources: ['user'] }, {}).schedules.files).toEqual([])
})

test('a yes of one folder is not that of another with a similar name', () => {
  const stateOf = (cwd: string) =>
    chooseSchedules({}, { trusted: true, settings: {} } as never, { ...(AT as object), cwd } as never)
      .schedules.state
  expect(stateOf('/w/a-b')).not.toBe(stateOf('/w/a/b'))
})

test.each(['CLAUDE_CODE_DISABLE_CRON', 'CAPSTAN_DISABLE_CRON'])('%s turns schedules off', name => {
  expect(choose({}, {}, { [name]: '1' }).schedules.off).toBe(true)
})
