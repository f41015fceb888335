import type { Telemetry } from '../../features/telemetry/create-telemetry.ts'
import type { OpenRequest } from '../../protocol/host.ts'
import type { Model } from '../../protocol/model.ts'
import { isOn } from '../environment.ts'
import type { TelemetryContext } from './telemetry-context.ts'

/** Undefined: nobody switched it on, and nothing of it is loaded. */
export const chooseTelemetry = async (
  request: OpenRequest,
  place: TelemetryContext,
): Promise<Telemetry | undefined> => {
  if (!isOn(place.env, 'CLAUDE_CODE_ENABLE_TELEMETRY')) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  return await openTelemetry(request, place)
}

/** With a model whose requests and replies are recorded whole, where the owner wants that. */
export const watchedBy = <T extends { readonly model: Model }>(
  telemetry: Telemetry | undefined,
  models: T,
): T => (telemetry?.watched ? { ...models, model: telemetry.watched(models.model) } : models)

/** What was counted goes out when the session has ended. */
export const endingWith = <T extends { afterwards?(): Promise<void> }>(
  telemetry: Telemetry | undefined,
  composed: T,
): T =>
  telemetry
    ? {
        ...composed,
        async afterwards() {
          await telemetry.end()
          await composed.afterwards?.()
        },
      }
    : composed
