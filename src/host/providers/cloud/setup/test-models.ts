import { vertexProject } from '../../../../features/models/providers/cloud.ts'
import type { Env } from '../../../../protocol/host.ts'
import { cloudAnswer } from '../../../../protocol/messages/commands/cloud-setup.ts'
import { asLocalized } from '../../../../protocol/messages/layout.ts'
import { describeError, type LocalizedText } from '../../../../protocol/messages/localized-text.ts'
import { type Model, ModelError } from '../../../../protocol/model.ts'
import type { CloudRow } from './cloud-fields.ts'

export interface CloudModel {
  /** Of its family, as people say it. */
  readonly name: string
  /** With the provider before it. */
  readonly asked: string
  /** The cloud's own. */
  readonly id: string
  readonly region: string
}

export interface ModelsTested {
  readonly lines: readonly LocalizedText[]
  readonly working: number
}

const TIMEOUT_MS = 30_000

/** One short request to each; what failed, and once for each kind what to do about it. */
export const testModels = async (
  models: readonly CloudModel[],
  row: CloudRow,
  { model, env }: { readonly model: Model; readonly env: Env },
): Promise<ModelsTested> => {
  const answers = await Promise.all(
    models.map(async each => ({ ...each, failed: await failureOf(model, each.asked) })),
  )
  const advice = new Map<string, LocalizedText>()
  for (const { failed, region } of answers) {
    const said = failed && adviceOn(failed, row, { env, region })
    if (said) advice.set(said.text, said)
  }
  return {
    lines: [
      cloudAnswer('tested'),
      ...answers.map(({ name, id, failed }) =>
        failed
          ? cloudAnswer('model_fails', { name, id, why: asLocalized(describeError(failed)) })
          : cloudAnswer('model_works', { name, id }),
      ),
      ...advice.values(),
    ],
    working: answers.filter(({ failed }) => failed === undefined).length,
  }
}

const failureOf = async (model: Model, asked: string): Promise<Error | undefined> => {
  const request = {
    model: asked,
    system: [],
    tools: [],
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Say ok.' }] }],
    maxTokens: 8,
    source: 'setup',
  }
  try {
    const stream = model.stream(request, AbortSignal.timeout(TIMEOUT_MS))
    while (!(await stream.next()).done);
    return undefined
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

const adviceOn = (
  error: Error,
  { provider, fields }: CloudRow,
  { env, region }: { readonly env: Env; readonly region: string },
): LocalizedText | undefined => {
  if (!(error instanceof ModelError)) return undefined
  const { kind, status } = error
  if (kind === 'network' || kind === 'aborted') return cloudAnswer('not_reached', { region })
  if (kind === 'rate_limit' || kind === 'overloaded') return cloudAnswer('busy')
  if (status === 401 || status === 403 || kind === 'authentication_failed')
    return provider.account === 'aws'
      ? cloudAnswer('refused_bedrock', { region })
      : cloudAnswer('refused_vertex', { project: vertexProject(env) ?? '' })
  if (kind !== 'model_not_found' && status !== 404 && status !== 400) return undefined
  const names = fields
    .filter(({ key }) => key.startsWith('env.ANTHROPIC_DEFAULT_'))
    .map(({ name }) => `${name}=…`)
  return cloudAnswer('not_offered', { region, names: names.join(', ') })
}
