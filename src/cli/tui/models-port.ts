import type { ModelsPort } from '../../frontends/tui/ports/models-port.ts'
import type { SettingsOverrides } from '../../host/settings/gather-settings.ts'
import type { Start } from '../../host/start.ts'
import type { Env } from '../../protocol/host.ts'

/** Loaded when somebody looks. */
export const createModelsPort = ({
  cwd,
  home,
  configHome,
  profile,
  ...from
}: Start & { readonly env: Env; readonly overrides: SettingsOverrides }): ModelsPort => ({
  async list(signal) {
    const { gatherListing } = await import('../../host/providers/gather-listing.ts')
    const start = { cwd, home, configHome, ...(profile ? { profile } : {}) }
    const listed = await gatherListing(start, { ...from, signal, warn: () => {} })
    return listed.map(({ title, access, models }) => ({
      title,
      access,
      models: models.map(({ name, known, facts: { window, price } }) => ({
        value: name,
        known,
        window,
        ...(price ? { price } : {}),
      })),
    }))
  },
})
