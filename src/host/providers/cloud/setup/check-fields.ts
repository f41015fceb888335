import { cloudAnswer } from '../../../../protocol/messages/commands/cloud-setup.ts'
import { OpError } from '../../../../protocol/op.ts'
import type { CloudRow } from './cloud-fields.ts'

/** Throws OpError for a name that is not known, a value that cannot be one, and for secrets: settings have none. */
export const checkFields = (
  { provider, fields, exampleRegion: example }: CloudRow,
  typed: Readonly<Record<string, string>>,
): void => {
  const command = `/setup-${provider.name}`
  for (const [name, value] of Object.entries(typed)) {
    const field = fields.find(each => each.name === name)
    if (field === undefined && /key|secret|token|password|credential/i.test(name))
      throw new OpError(
        cloudAnswer('no_secrets', {
          name,
          advice: cloudAnswer(
            provider.account === 'aws' ? 'next_credentials_bedrock' : 'next_credentials_vertex',
          ),
        }),
      )
    if (field === undefined)
      throw new OpError(
        cloudAnswer('takes', { command, names: fields.map(each => each.name).join(', '), example }),
      )
    if (!field.allowed.test(value) || SECRET.test(value))
      throw new OpError(cloudAnswer('bad_value', { name, value: shortened(value), example: field.example }))
  }
}

/** Keys as these clouds hand them out. */
const SECRET = /\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bya29\.|\bABSK[\w+/=]{20,}|BEGIN [A-Z ]*PRIVATE KEY/

const shortened = (value: string): string => (value.length > 12 ? `${value.slice(0, 8)}…` : value)
