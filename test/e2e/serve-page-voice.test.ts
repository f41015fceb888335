import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasChromium } from '../support/needs-program.ts'
import { beginSession, openPageWorld } from '../support/page-world.ts'

/** Says what it was given. */
const LISTENER = `const wav = require('node:fs').readFileSync(process.argv[2])
const sound = wav.subarray(44).some(byte => byte !== 0)
console.log([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34), sound ? 'sound' : 'silence'].join(' '))`

test.runIf(hasChromium())('what is said into the page lands in its prompt, and is not sent', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'capstan-listener-'))
  const listener = join(directory, 'listener.cjs')
  writeFileSync(listener, LISTENER)
  const voice = { enabled: true, command: `'${process.execPath}' '${listener}' {file}` }
  try {
    await using place = await openPageWorld({ replies: [] }, ['--settings', JSON.stringify({ voice })])
    await using watched = await place.open()
    const { page } = watched
    await beginSession(page)
    await page.locator('#prompt').fill('Hear:')
    const button = page.locator('button.talk')
    await button.focus()
    await button.press('Enter')
    await page.locator('button.talk.recording').waitFor()
    // Long enough that something was heard; the fake microphone beeps once a second.
    await page.waitForTimeout(1_500)
    await button.press('Enter')
    await expect
      .poll(() => page.locator('#prompt').inputValue(), { timeout: 60_000 })
      .toMatch(/^Hear: 1 16000 16 sound ?$/)
    expect(place.world.server.requests).toHaveLength(0)
    expect(watched.complaints).toEqual([])
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
