import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasChromium } from '../support/needs-program.ts'
import { openPageWorld } from '../support/page-world.ts'

test.runIf(hasChromium())(
  'the page can be installed, offers notifications, and opens without its server',
  async () => {
    await using at = await openPageWorld({ replies: [] }, [
      '--settings',
      JSON.stringify({ serve: { push: { enabled: true } } }),
    ])
    // Settings of the server itself are those of the person.
    mkdirSync(at.world.config, { recursive: true })
    writeFileSync(
      join(at.world.config, 'settings.json'),
      JSON.stringify({ serve: { push: { enabled: true } } }),
    )
    await at.kill()
    await at.revive()
    await using open = await at.open()
    const { page } = open
    await page.getByRole('button', { name: 'Notify me here' }).waitFor()
    const manifest = await page.evaluate(async () => {
      const address = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? ''
      return (await (await fetch(address)).json()) as { readonly display: string }
    })
    expect(manifest.display).toBe('standalone')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.reload()
    await page.getByRole('button', { name: 'Notify me here' }).waitFor()
    await at.kill()
    await page.reload()
    await page.getByText('Can’t reach the server.').waitFor()
    expect(open.strangers).toEqual([])
  },
)
