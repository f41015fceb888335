import * as z from 'zod'

const id = z.string().min(1).max(200)
const pushSubscribe = z.strictObject({
  endpoint: z.string().min(1).max(2_000),
  keys: z.strictObject({ p256dh: z.string().max(200), auth: z.string().max(100) }),
})
export type PushSubscribe = z.infer<typeof pushSubscribe>
const pushAnswer = z.strictObject({ token: z.string().min(20).max(100), answer: z.enum(['allow', 'deny']) })
export type PushAnswerBody = z.infer<typeof pushAnswer>

/** Notifications: who gets them, who looks, and how a question is answered from one. */
export const PUSH_ROUTES = {
  push: {
    method: 'get',
    path: '/push',
    summary: 'What a browser subscribes to notifications with',
    effect: 'conversation',
    status: 200,
    answer: '{key}',
  },
  pushSubscribe: {
    method: 'post',
    path: '/push',
    summary: 'Send notifications to this browser',
    effect: 'session',
    body: pushSubscribe,
    status: 204,
    answer: 'nothing',
  },
  pushUnsubscribe: {
    method: 'post',
    path: '/push/end',
    summary: 'Send no more notifications to this browser',
    effect: 'session',
    body: z.strictObject({ endpoint: z.string().min(1).max(2_000) }),
    status: 204,
    answer: 'nothing',
  },
  pushLook: {
    method: 'post',
    path: '/push/look',
    summary: 'Somebody looks at a session, or no longer: what they see is not pushed',
    effect: 'conversation',
    body: z.strictObject({ client: id, session: id.exactOptional() }),
    status: 204,
    answer: 'nothing',
  },
  pushAnswer: {
    method: 'post',
    path: '/push/answer',
    summary: 'Answer a question with the one-time token of its notification',
    effect: 'conversation',
    body: pushAnswer,
    status: 204,
    answer: 'nothing',
    open: true,
  },
} as const
