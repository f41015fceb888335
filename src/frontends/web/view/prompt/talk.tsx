import { useContext, useRef, useState } from 'preact/hooks'
import { useWords } from '../../text/words.ts'
import { ApiError } from '../../wire/api.ts'
import { UiContext } from '../session-context.ts'
import { useWhen } from '../use-when.ts'
import { canRecord, recordSpeech, type SpeechRecording } from './record-speech.ts'

/** A button that was held this long is let go to end what it began; one that was tapped is tapped again. */
const HELD_MS = 500
const LONGEST_MS = 300_000

/** Speaks into the prompt: held while one talks, or tapped before and after. What is said is never sent by itself. */
export const Talk = () => {
  const words = useWords()
  const { server, tell } = useContext(UiContext)
  const talk = useTalk()
  if (server.voice !== true) return null
  if (!canRecord())
    return (
      <button
        type="button"
        class="icon talk"
        title={words.talkNeedsHttps}
        aria-label={words.talk}
        onClick={() => tell(words.talkNeedsHttps)}
      >
        <span aria-hidden="true">🎤︎</span>
      </button>
    )
  const label =
    talk.phase === 'recording' ? words.talkStop : talk.phase === 'busy' ? words.talkBusy : words.talk
  return (
    <button
      type="button"
      class={`icon talk ${talk.phase}`}
      title={label}
      aria-label={label}
      aria-pressed={talk.phase === 'recording'}
      disabled={talk.phase === 'busy'}
      onPointerDown={event => {
        event.preventDefault()
        talk.toggle()
      }}
      onPointerUp={talk.up}
      onPointerCancel={talk.discard}
      onKeyDown={event => {
        if (event.key === 'Escape') talk.discard()
        else if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) {
          event.preventDefault()
          talk.toggle()
        }
      }}
    >
      <span aria-hidden="true">{talk.phase === 'recording' ? '●' : '🎤︎'}</span>
    </button>
  )
}

const useTalk = () => {
  const words = useWords()
  const { api, tell, insert } = useContext(UiContext)
  const [phase, setPhase] = useState<'idle' | 'recording' | 'busy'>('idle')
  const recording = useRef<Promise<SpeechRecording> | undefined>(undefined)
  const since = useRef(0)
  const limit = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const take = (): Promise<SpeechRecording> | undefined => {
    clearTimeout(limit.current)
    const taken = recording.current
    recording.current = undefined
    return taken
  }
  const start = (): void => {
    since.current = performance.now()
    const begun = recordSpeech()
    recording.current = begun
    setPhase('recording')
    limit.current = setTimeout(() => void stop(), LONGEST_MS)
    begun.catch(() => {
      if (recording.current !== begun) return
      take()
      setPhase('idle')
      tell(words.noMicrophone)
    })
  }
  const stop = async (): Promise<void> => {
    const taken = take()
    if (!taken) return
    setPhase('busy')
    try {
      const wav = await (await taken).finish()
      const { text } = await api.send<{ readonly text: string }>('POST', '/transcriptions', {
        audio: await toBase64(wav),
      })
      insert(text)
    } catch (error) {
      tell(error instanceof ApiError ? error.message || words.offline : words.noMicrophone)
    } finally {
      setPhase('idle')
    }
  }
  const discard = (): void => {
    const taken = take()
    if (!taken) return
    void taken.then(
      each => each.discard(),
      () => {},
    )
    setPhase('idle')
  }
  useWhen([], () => discard)
  return {
    phase,
    discard,
    toggle: () => (recording.current === undefined ? start() : void stop()),
    up: () => {
      if (performance.now() - since.current >= HELD_MS) void stop()
    },
  }
}

const toBase64 = (bytes: ArrayBuffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new Error('the recording could not be read'))
    reader.readAsDataURL(new Blob([bytes]))
  })
