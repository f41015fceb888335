import { expect, test } from 'vitest'
import { PERMISSION_MODES } from '../protocol/permission.ts'
import { tellNarrowed } from './tell-narrowed.ts'

const said = (
  ...[left, now]: [Partial<Parameters<typeof tellNarrowed>[0]>, Parameters<typeof tellNarrowed>[1]]
) => {
  const lines: string[] = []
  tellNarrowed({ leftMode: undefined, leftDirectories: [], ...left }, now, line => lines.push(line))
  return lines
}

test.each(PERMISSION_MODES)(
  'a session left in mode %s that goes on in default says so where that allowed more',
  mode => {
    const lines = said({ leftMode: mode }, { mode: 'default', roots: ['/w'] })
    const isWider = mode !== 'default' && mode !== 'plan'
    expect(lines).toEqual(
      isWider
        ? [
            `This session was left in mode ${mode} and continues in mode default. To switch back, use --permission-mode ${mode} or Shift-Tab.`,
          ]
        : [],
    )
    expect(said({ leftMode: mode }, { mode, roots: ['/w'] })).toEqual([])
  },
)

test('directories that are not there again are named', () => {
  const left = { leftDirectories: ['/a', '/b'] }
  expect(said(left, { mode: 'default', roots: ['/w', '/a'] })).toEqual([
    "Directories aren't added again on resume: /b. Use --add-dir or /add-dir.",
  ])
  expect(said(left, { mode: 'default', roots: ['/w', '/a', '/b'] })).toEqual([])
})
