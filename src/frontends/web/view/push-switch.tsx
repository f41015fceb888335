import { useContext, useState } from 'preact/hooks'
import { useWords } from '../text/words.ts'
import type { Api } from '../wire/api.ts'
import { AppContext } from './app-context.ts'
import { useWhen } from './use-when.ts'

/** Turns notifications of this browser on and off; not there where the server sends none, or the browser can show none. */
export const PushSwitch = () => {
  const words = useWords()
  const { api, server, tell } = useContext(AppContext)
  const [isOn, setOn] = useState(false)
  const canPush = server.push === true && 'serviceWorker' in navigator && 'PushManager' in window
  useWhen([canPush], () => {
    if (canPush)
      void registration().then(async found => setOn((await found.pushManager.getSubscription()) !== null))
  })
  if (!canPush) return null
  const turn = async (): Promise<void> => {
    try {
      if (isOn) await turnOff(api)
      else await turnOn(api)
      setOn(!isOn)
    } catch (error) {
      tell(Notification.permission === 'denied' ? words.notify.denied : String((error as Error).message))
    }
  }
  return (
    <button type="button" class="quiet" aria-pressed={isOn} onClick={() => void turn()}>
      {isOn ? words.notify.off : words.notify.on}
    </button>
  )
}

const registration = async (): Promise<ServiceWorkerRegistration> => {
  await navigator.serviceWorker.register('/offline-worker.js')
  return await navigator.serviceWorker.ready
}

const turnOn = async (api: Api): Promise<void> => {
  const { key } = await api.get<{ readonly key: string }>('/push')
  const { pushManager } = await registration()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  await api.send('POST', '/push', { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } })
}

const turnOff = async (api: Api): Promise<void> => {
  const subscription = await (await registration()).pushManager.getSubscription()
  if (!subscription) return
  await api.send('POST', '/push/end', { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

const AGAIN_MS = 25_000

/** Says which session somebody looks at: of that nothing is pushed anywhere. */
export const useLooking = (session: string): void => {
  const { api, server } = useContext(AppContext)
  useWhen([session, server.push], () => {
    if (!server.push) return
    const client = crypto.randomUUID()
    const say = (looks: boolean): void =>
      void api.send('POST', '/push/look', { client, ...(looks ? { session } : {}) }).catch(() => undefined)
    const look = (): void => say(document.hasFocus() && document.visibilityState === 'visible')
    const events = ['focus', 'blur'] as const
    for (const name of events) addEventListener(name, look)
    document.addEventListener('visibilitychange', look)
    const timer = setInterval(() => document.hasFocus() && look(), AGAIN_MS)
    look()
    return () => {
      clearInterval(timer)
      for (const name of events) removeEventListener(name, look)
      document.removeEventListener('visibilitychange', look)
      say(false)
    }
  })
}
