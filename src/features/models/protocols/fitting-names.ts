import { createHash } from 'node:crypto'
import type { ModelRequest } from '../../../protocol/model.ts'

/** What a protocol takes as the name of a tool and as the id of a call. */
export interface NameLimits {
  readonly toolLength: number
  /** How ids of calls must look; absent: as they come, up to forty signs. */
  readonly callId?: { readonly pattern: RegExp; readonly length: number }
}

export interface FittingNames {
  tool(name: string): string
  /** The name that was given away under this one in the request. */
  toolBehind(fitted: string, request: Pick<ModelRequest, 'tools'>): string
  callId(id: string): string
}

const SAFE_ID = /^[\w-]{1,40}$/

/** The same name always becomes the same: what was sent before is sent again byte for byte. */
export const createFittingNames = ({ toolLength, callId }: NameLimits): FittingNames => {
  const tool = (name: string): string => {
    const plain = name.replace(/[^\w-]/g, '_')
    if (plain === name && name.length <= toolLength) return name
    return `${plain.slice(0, toolLength - 9)}_${digest(name, 8)}`
  }
  return {
    tool,
    toolBehind: (fitted, { tools }) => tools.find(each => tool(each.name) === fitted)?.name ?? fitted,
    callId(id) {
      const { pattern, length } = callId ?? { pattern: SAFE_ID, length: 40 }
      return pattern.test(id) ? id : digest(id, length)
    },
  }
}

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)
