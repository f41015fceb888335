import { isObject } from '../../lib/is-object.ts'
import type { ListedTask, TaskStatus } from './task-list.ts'

const STATUSES: readonly unknown[] = ['pending', 'in_progress', 'completed'] satisfies TaskStatus[]

/** A task that somebody wrote, perhaps not we; undefined when it is none. */
export const parseTask = (id: string, text: string | undefined): ListedTask | undefined => {
  const value = parseJson(text)
  if (!isObject(value) || !STATUSES.includes(value['status'])) return undefined
  const { subject, description, activeForm, owner, blocks, blockedBy, metadata } = value
  if (typeof subject !== 'string' || typeof description !== 'string') return undefined
  return {
    id,
    subject,
    description,
    ...(typeof activeForm === 'string' ? { activeForm } : {}),
    status: value['status'] as TaskStatus,
    ...(typeof owner === 'string' ? { owner } : {}),
    blocks: isTexts(blocks) ? blocks : [],
    blockedBy: isTexts(blockedBy) ? blockedBy : [],
    ...(isObject(metadata) ? { metadata } : {}),
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string')

const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    // Written by somebody else, by hand: our own writes are whole.
    return undefined
  }
}
