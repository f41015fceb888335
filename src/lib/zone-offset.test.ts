import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasGnuDate } from '../../test/support/needs-program.ts'
import { zoneOffset } from './zone-offset.ts'

const ZONES = '/usr/share/zoneinfo'

/** What the system's own program makes of the same file: the runtime has tables of its own, of another version. */
const known = (zone: string, moments: readonly Date[]): readonly number[] => {
  const { stdout } = spawnSync('date', ['-f', '-', '+%::z'], {
    encoding: 'utf8',
    input: moments.map(at => `@${at.getTime() / 1000}\n`).join(''),
    env: { ...process.env, TZ: `:${join(ZONES, zone)}` },
  })
  return stdout.trim().split('\n').map(secondsOf)
}

/** `-03:30:00` */
const secondsOf = (offset: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(':').map(Number)
  return (hours * 3600 + minutes * 60 + seconds) * (offset.startsWith('-') ? -1 : 1)
}

const MOMENTS = [
  '1950-06-01',
  '1999-12-31T23:59:59',
  '2024-03-31T01:00:00',
  '2026-01-15',
  '2026-07-15T12:00:00',
  '2026-11-16',
]

test
  .skipIf(!existsSync(`${ZONES}/Europe/Berlin`) || !hasGnuDate())
  .each([
    'Etc/UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Asia/Kolkata',
    'Asia/Shanghai',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Africa/Casablanca',
  ])('the clocks of %s are where the system has them', zone => {
  const moments = MOMENTS.map(text => new Date(`${text.includes('T') ? text : `${text}T00:00:00`}Z`))
  const offsets = known(zone, moments)
  for (const [index, at] of moments.entries())
    expect([at, zoneOffset(join(ZONES, zone), at)]).toEqual([at, offsets[index]])
})

test('what is no such file, breaks off or is a rule of summer time is left to others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zone-'))
  const file = join(folder, 'zone')
  const now = new Date('2026-11-16T00:00:00Z')
  const head = (times: number) => {
    const bytes = Buffer.alloc(44)
    bytes.write('TZif2')
    bytes.writeUInt32BE(times, 32)
    return bytes
  }
  try {
    expect(zoneOffset(file, now)).toBeUndefined()
    for (const [content, offset] of [
      [Buffer.from('not a zone'), undefined],
      [head(7), undefined],
      [Buffer.concat([head(0), head(0), Buffer.from('\nCET-1CEST,M3.5.0,M10.5.0/3\n')]), undefined],
      [Buffer.concat([head(0), head(0), Buffer.from('\n<+0530>-5:30\n')]), 19_800],
      [Buffer.concat([head(0), head(0), Buffer.from('\nEST5\n')]), -18_000],
    ] as const) {
      writeFileSync(file, content)
      expect(zoneOffset(file, now)).toBe(offset)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
