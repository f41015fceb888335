// The floor of the terminal measures: the least program with Ink that is still a conversation. A line to type in, the end
// of the reply that streams, finished replies above (`<Static>`). No Markdown, no dialogs, no history of the prompt.
import { Box, render, Static, Text, useApp, useInput } from 'ink'
import { createElement as h, useRef, useState } from 'react'

const TAIL_ROWS = 12
const url = `${process.env.ANTHROPIC_BASE_URL}/v1/messages`

/** Calls `onText` with each piece of the reply. */
const ask = async (messages, signal, onText) => {
  const body = JSON.stringify({ model: 'floor', max_tokens: 8000, stream: true, messages })
  const headers = { 'content-type': 'application/json', 'x-api-key': 'floor' }
  const response = await fetch(url, { method: 'POST', headers, body, signal })
  let pending = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (pending + chunk).split('\n')
    pending = lines.pop()
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue
      const { delta } = JSON.parse(line.slice(6))
      if (delta?.type === 'text_delta') onText(delta.text)
    }
  }
}

const App = () => {
  const { exit } = useApp()
  const [done, setDone] = useState([])
  const [reply, setReply] = useState(undefined)
  const [text, setText] = useState('')
  const running = useRef(undefined)
  const finish = (prompt, answer) => {
    running.current = undefined
    setReply(undefined)
    setDone(before => [...before, `> ${prompt}`, answer])
  }
  const submit = async prompt => {
    const controller = new AbortController()
    running.current = controller
    let answer = ''
    const messages = [{ role: 'user', content: prompt }]
    await ask(messages, controller.signal, piece => {
      answer += piece
      setReply(answer)
    }).catch(() => {})
    finish(prompt, answer)
  }
  useInput((input, key) => {
    if (key.ctrl && input === 'd') exit()
    else if (key.escape) running.current?.abort()
    else if (key.return) {
      setText('')
      void submit(text)
    } else if (key.backspace || key.delete) setText(before => before.slice(0, -1))
    else if (!key.ctrl && !key.meta) setText(before => before + input)
  })
  const tail = reply?.split('\n').slice(-TAIL_ROWS).join('\n')
  return h(
    Box,
    { flexDirection: 'column' },
    h(Static, { items: done }, (item, index) => h(Text, { key: index }, item)),
    tail === undefined ? null : h(Text, null, tail),
    h(Box, { borderStyle: 'round', paddingX: 1 }, h(Text, null, `> ${text}`)),
    h(Text, { dimColor: true }, reply === undefined ? 'ready' : 'esc to interrupt'),
  )
}

render(h(App), { exitOnCtrlC: true })
