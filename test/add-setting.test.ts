import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY } from './support/run-program.ts'
import { tmpDir } from './support/tmp-dir.ts'

const SAMPLE = `import { oneOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

export const sampleRows = [
  {
    key: 'sample.colour',
    check: oneOf(['red', 'green']),
    doc: { en: 'Colour of the sample', zh: '示例的颜色' },
    default: 'red',
    project: 'never',
    counts: 'now',
    edit: { at: 5 },
  },
] as const satisfies readonly DescribedRow[]
`

/** Asks the copy everything that is made of the rows. */
const PROBE = `import { examineSettings } from './src/cli/doctor/settings.ts'
import { createTuiSettingsPort } from './src/cli/tui/settings-port.ts'
import { checkSettings } from './src/features/settings/check-settings.ts'
import { judgeSetting } from './src/features/settings/judge-setting.ts'
import { neverCounts } from './src/features/settings/limit-project.ts'
import { Directory } from './src/host/directory.ts'

const [cwd, home] = process.argv.slice(2)
const start = { cwd, home, configHome: home + '/.capstan' }
const place = {
  ...start, overrides: {}, directory: new Directory(start), env: {}, version: '1', platform: process.platform,
  now: Date.now, newId: () => 'id',
}
const port = createTuiSettingsPort(place)
process.stdout.write(JSON.stringify({
  checked: checkSettings({ sample: { colour: 'green' } }, []),
  wrong: checkSettings({ sample: { colour: 'blue' } }, []).complaints,
  misspelt: checkSettings({ sample: { color: 'red' } }, []).complaints,
  judged: judgeSetting('sample.colour', 'green', 'user'),
  never: neverCounts('sample'),
  written: await port.write('sample.colour', 'green', 'user'),
  offered: (await port.rows())[0],
  doctor: (await examineSettings(place)).filter(({ area }) => area === 'settings'),
}))
`

test('a setting is one file of rows and one line: checks, /config, doctor, docs and schema know it', async () => {
  await using tmp = tmpDir()
  const at = (...path: readonly string[]): string => join(tmp.path, ...path)
  cpSync(join(REPOSITORY, 'src'), at('src'), { recursive: true, filter: path => !path.includes('.test.') })
  cpSync(join(REPOSITORY, 'scripts/publish-settings.ts'), at('scripts/publish-settings.ts'))
  for (const page of ['docs/settings.md', 'docs/zh'])
    cpSync(join(REPOSITORY, page), at(page), { recursive: true })
  cpSync(join(REPOSITORY, 'package.json'), at('package.json'))
  symlinkSync(join(REPOSITORY, 'node_modules'), at('node_modules'))
  const rows = at('src/features/settings/rows')
  writeFileSync(join(rows, 'sample.ts'), SAMPLE)
  const list = readFileSync(join(rows, 'index.ts'), 'utf8')
  const registered = list.replace(
    '\nexport const SETTING_GROUPS = [\n',
    "$&  { title: 'Sample', rows: sampleRows },\n",
  )
  expect(registered).not.toBe(list)
  writeFileSync(join(rows, 'index.ts'), `import { sampleRows } from './sample.ts'\n${registered}`)
  writeFileSync(at('probe.ts'), PROBE)
  for (const name of ['project', 'home']) mkdirSync(at(name))
  const run = (...args: readonly string[]): string =>
    execFileSync(process.execPath, args, { cwd: tmp.path, encoding: 'utf8' })

  const found = JSON.parse(run('probe.ts', at('project'), at('home')))
  const file = at('home/.capstan/settings.json')
  const said = (text: string) => expect.objectContaining({ text: expect.stringContaining(text) })
  expect(found).toEqual({
    checked: { settings: { sample: { colour: 'green' } }, complaints: [], rejected: false },
    wrong: [expect.objectContaining({ key: 'sample.colour', message: said('red, green') })],
    misspelt: [expect.objectContaining({ message: said('"colour"'), note: true })],
    judged: { counts: 'now' },
    never: true,
    written: '~/.capstan/settings.json',
    offered: {
      default: 'red',
      layer: 'user',
      key: 'sample.colour',
      kind: 'choice',
      choices: ['red', 'green'],
      description: { en: 'Colour of the sample', zh: '示例的颜色' },
      value: 'green',
      source: '~/.capstan/settings.json',
    },
    doctor: [{ area: 'settings', level: 'good', text: said(`Read: ${file}`) }],
  })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ sample: { colour: 'green' } })

  run('scripts/publish-settings.ts')
  expect(readFileSync(at('docs/settings.md'), 'utf8')).toContain(
    '| `sample.colour` | Colour of the sample: `red`, `green` | `"red"` | no | immediately |',
  )
  expect(JSON.parse(readFileSync(at('docs/settings.schema.json'), 'utf8')).properties.sample).toEqual({
    type: 'object',
    properties: {
      colour: {
        description: 'Colour of the sample. From a folder: no.',
        enum: ['red', 'green'],
        default: 'red',
      },
    },
  })
})
