import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Team, type TeamBackend, TeamError } from '../../src/protocol/agents/team.ts'

/** Two processes that use the same backend. */
export interface TwoProcesses {
  readonly ann: TeamBackend
  readonly bob: TeamBackend
  end(): Promise<void>
}

const newTask = (subject: string) => ({ subject, description: `${subject}, all of it` })

const kindOf = async (act: Promise<unknown>): Promise<string> => {
  try {
    await act
    return 'none'
  } catch (error) {
    return error instanceof TeamError ? error.kind : `another error: ${String(error)}`
  }
}

/** Whatever a team is kept in keeps these promises. */
export const describeTeamBackend = (name: string, open: () => Promise<TwoProcesses>): void => {
  describe(name, () => {
    let ann: TeamBackend
    let bob: TeamBackend
    let end: () => Promise<void>
    let count = 0
    beforeAll(async () => {
      ;({ ann, bob, end } = await open())
    })
    afterAll(() => end())
    const fresh = (): string => `team-${++count}`
    const makeTeam = async (): Promise<Team> => {
      const team: Team = {
        name: fresh(),
        createdAt: 5,
        leadAgentId: 'lead@t',
        members: ['lead', 'ann', 'bob'].map(member => ({ agentId: `${member}@t`, name: member })),
      }
      await ann.teams.create(team)
      return team
    }
    const twoLists = async (...subjects: readonly string[]) => {
      const id = fresh()
      const lists = { a: ann.tasks(id), b: bob.tasks(id) }
      for (const subject of subjects) await lists.a.create(newTask(subject))
      return lists
    }

    test('a team is made once, seen by all, and gone with its mail, tasks and presence', async () => {
      const team = await makeTeam()
      expect(await kindOf(bob.teams.create({ ...team, leadAgentId: 'bob@t' }))).toBe('exists')
      await ann.teams.create(team)
      expect(await bob.teams.read(team.name)).toEqual(team)
      expect((await bob.teams.list()).map(each => each.name)).toContain(team.name)
      await ann.mailbox(team.name).send({ to: 'bob', from: 'ann', text: 'hello' })
      await ann.tasks(team.name).create(newTask('one'))
      await ann.presence(team.name).beat('ann')
      await bob.teams.remove(team.name)
      await bob.teams.remove(team.name)
      expect(await ann.teams.read(team.name)).toBeUndefined()
      expect(await ann.tasks(team.name).list()).toEqual([])
      expect(await ann.mailbox(team.name).receive('bob')).toEqual([])
      expect(await ann.presence(team.name).list()).toEqual([])
      expect(await kindOf(ann.teams.change(team.name, each => each))).toBe('unknown_team')
      expect(await kindOf(ann.mailbox(team.name).send({ to: 'bob', from: 'ann', text: 'x' }))).toBe(
        'unknown_team',
      )
    })

    test('changes of a team by several at once are all kept, with fields that only others know', async () => {
      const { name: team } = await makeTeam()
      const join = (backend: TeamBackend, member: string) =>
        backend.teams.change(team, before => ({
          ...before,
          members: [...before.members, { agentId: `${member}@t`, name: member, isActive: true }],
        }))
      await Promise.all(['m1', 'm2', 'm3', 'm4'].map((member, n) => join(n % 2 === 0 ? ann : bob, member)))
      const { members = [] } = (await ann.teams.read(team)) ?? {}
      expect(members.map(member => member.name).sort()).toEqual([
        ...['ann', 'bob', 'lead', 'm1', 'm2', 'm3', 'm4'],
      ])
      expect(members.find(member => member.name === 'm3')).toMatchObject({ isActive: true })
    })

    test.each(['../up', 'a/b', '', '.', 'a.b', 'x'.repeat(65), 'a*', 'a>', 'a b', '-x'])(
      'the name %j is refused for teams and members',
      async bad => {
        expect(
          await kindOf(ann.teams.create({ name: bad, createdAt: 0, leadAgentId: '', members: [] })),
        ).toBe('name')
        const attempts = [
          async () => await ann.mailbox(bad).receive('ann'),
          async () => await ann.mailbox('good').receive(bad),
          async () => await ann.presence('good').beat(bad),
        ]
        for (const attempt of attempts) expect(await kindOf(attempt())).toBe('name')
      },
    )

    test('tasks are numbered in order, and a number is never given twice', async () => {
      const { a, b } = await twoLists('one', 'two')
      await b.update('2', { status: 'deleted' })
      expect((await b.create(newTask('three'))).id).toBe('3')
      expect((await a.list()).map(task => [task.id, task.subject, task.status])).toEqual([
        ['1', 'one', 'pending'],
        ['3', 'three', 'pending'],
      ])
    })

    test('tasks made by several at once have numbers of their own', async () => {
      const { a, b } = await twoLists()
      const made = await Promise.all(
        Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? a : b).create(newTask(`${n}`))),
      )
      expect(made.map(task => Number(task.id)).sort((x, y) => x - y)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      expect(await a.list()).toHaveLength(8)
    })

    test('a change says what is different, is seen by all, and refuses what cannot be', async () => {
      const { a, b } = await twoLists('one', 'two')
      const { fields, before, after } = await a.update('1', {
        owner: 'ann',
        addBlocks: ['2'],
        metadata: { area: 'ui', old: null },
      })
      expect(fields).toEqual(['owner', 'blocks', 'metadata'])
      expect([before.owner, after?.owner]).toEqual([undefined, 'ann'])
      expect((await b.list())[1]).toMatchObject({ id: '2', blockedBy: ['1'] })
      const listed = await b.list()
      await expect(b.update('1', { owner: 'bob' })).rejects.toThrow('already claimed by ann')
      await expect(b.update('2', { addBlocks: ['1'] })).rejects.toThrow('2 → 1 → 2')
      await expect(b.update('9', { subject: 'x' })).rejects.toThrow('There are: 1, 2.')
      await expect(b.update('1', { description: 'x'.repeat(600_000) })).rejects.toThrow('nothing was changed')
      expect(await a.list()).toEqual(listed)
    })

    test('links that would make a circle are refused also when two make them at once', async () => {
      const { a, b } = await twoLists('one', 'two')
      const made = await Promise.allSettled([
        a.update('1', { addBlocks: ['2'] }),
        b.update('2', { addBlocks: ['1'] }),
      ])
      expect(made.map(each => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    })

    test('whoever is known to make a change cannot begin or end what somebody else has', async () => {
      const { a, b } = await twoLists('one', 'two')
      expect((await a.update('1', { by: 'ann', status: 'in_progress' })).after?.owner).toBe('ann')
      for (const status of ['in_progress', 'completed'] as const)
        await expect(b.update('1', { by: 'bob', status })).rejects.toThrow('Free is 2. two.')
      expect((await b.update('1', { by: 'bob', description: 'more' })).after?.description).toBe('more')
      expect((await a.update('1', { by: 'ann', status: 'completed' })).after?.status).toBe('completed')
    })

    test('a member cannot begin or end what waits for other tasks, but it can be set aside for it', async () => {
      const { a, b } = await twoLists('one', 'two', 'three')
      await a.update('1', { addBlocks: ['2'] })
      for (const status of ['in_progress', 'completed'] as const)
        for (const owner of [{}, { owner: 'bob' }])
          await expect(b.update('2', { by: 'bob', status, ...owner })).rejects.toThrow(
            'Task 2 is blocked: it waits for 1. Nothing was changed. Free is 1. one.',
          )
      expect((await b.list()).find(({ id }) => id === '2')?.owner).toBeUndefined()
      expect((await a.update('2', { by: 'ann', owner: 'bob' })).after?.owner).toBe('bob')
      await a.update('1', { by: 'ann', status: 'completed' })
      expect((await b.update('2', { by: 'bob', status: 'in_progress' })).after?.status).toBe('in_progress')
    })

    test('a claim is answered with claimed, already_claimed, blocked, busy or gone', async () => {
      const { a, b } = await twoLists('one', 'two', 'three', 'four')
      await a.update('1', { addBlocks: ['2'] })
      expect(await a.claim('1', { owner: 'ann' })).toMatchObject({
        answer: 'claimed',
        task: { id: '1', owner: 'ann', status: 'in_progress', blocks: ['2'] },
      })
      expect(await a.claim('1', { owner: 'ann', single: true })).toMatchObject({ answer: 'claimed' })
      expect(await b.claim('1', { owner: 'bob' })).toEqual({ answer: 'already_claimed', owner: 'ann' })
      expect(await b.claim('2', { owner: 'bob' })).toEqual({ answer: 'blocked', by: ['1'] })
      expect(await a.claim('3', { owner: 'ann', single: true })).toEqual({ answer: 'busy', with: ['1'] })
      expect(await a.claim('3', { owner: 'ann' })).toMatchObject({ answer: 'claimed' })
      await b.update('4', { status: 'completed' })
      for (const id of ['4', '77']) expect(await b.claim(id, { owner: 'bob' })).toEqual({ answer: 'gone' })
    })

    test('of many who claim one task at once, one gets it', async () => {
      const { a, b } = await twoLists('one')
      const claims = Array.from({ length: 10 }, (_, n) =>
        (n % 2 === 0 ? a : b).claim('1', { owner: `member-${n}` }),
      )
      const answers = (await Promise.all(claims)).map(({ answer }) => answer)
      expect(answers.filter(answer => answer === 'claimed')).toHaveLength(1)
      expect(answers.filter(answer => answer === 'already_claimed')).toHaveLength(9)
    })

    test('the next task is one begun already, else one set aside for its owner, else the first free one', async () => {
      const { a, b } = await twoLists('one', 'two', 'three', 'four')
      await a.update('2', { addBlockedBy: ['1'] })
      await a.update('4', { owner: 'bob' })
      expect(await b.claimNext('bob')).toMatchObject({ id: '4', status: 'in_progress' })
      expect((await b.claimNext('bob'))?.id).toBe('4')
      expect((await a.claimNext('ann'))?.id).toBe('1')
      expect((await a.claimNext('cid'))?.id).toBe('3')
      expect(await a.claimNext('dan')).toBeUndefined()
    })

    test('completing a task unblocks those that waited for it, and counts once and for its owner only', async () => {
      const { a, b } = await twoLists('one', 'two', 'three')
      await a.update('3', { addBlockedBy: ['1', '2'] })
      await a.claim('1', { owner: 'ann' })
      await b.claim('2', { owner: 'bob' })
      expect(await b.complete('1', 'bob')).toEqual({ answer: 'not_yours', owner: 'ann' })
      expect(await b.complete('2', 'bob')).toMatchObject({ answer: 'completed', unblocked: [] })
      expect(await b.claim('3', { owner: 'bob' })).toEqual({ answer: 'blocked', by: ['1'] })
      expect(await a.complete('1', 'ann')).toMatchObject({ answer: 'completed', unblocked: ['3'] })
      expect(await a.complete('1', 'ann')).toMatchObject({ answer: 'completed' })
      expect(await b.complete('1', 'bob')).toEqual({ answer: 'not_yours', owner: 'ann' })
      expect(await b.complete('9', 'bob')).toEqual({ answer: 'gone' })
      expect(await b.claim('3', { owner: 'bob' })).toMatchObject({
        answer: 'claimed',
        task: { blockedBy: [] },
      })
    })

    test("a dead owner's unfinished tasks return to pending and are named; what it did late does not count", async () => {
      const { a, b } = await twoLists('one', 'two', 'three', 'four')
      await a.claim('1', { owner: 'ann' })
      await a.claim('2', { owner: 'ann' })
      await a.complete('2', 'ann')
      await a.update('3', { owner: 'ann' })
      await b.claim('4', { owner: 'bob' })
      const released = await b.release('ann')
      expect(released.map(task => [task.id, task.status, task.owner])).toEqual([
        ['1', 'in_progress', 'ann'],
        ['3', 'pending', 'ann'],
      ])
      expect(await b.release('ann')).toEqual([])
      expect((await a.list()).map(task => [task.status, task.owner])).toEqual([
        ['pending', undefined],
        ['completed', 'ann'],
        ['pending', undefined],
        ['in_progress', 'bob'],
      ])
      expect(await a.complete('1', 'ann')).toEqual({ answer: 'not_yours' })
      expect((await b.claim('1', { owner: 'bob' })).answer).toBe('claimed')
      expect(await a.complete('1', 'ann')).toEqual({ answer: 'not_yours', owner: 'bob' })
    })

    test('a watch of a list wakes when somebody else changes it, and not any more after its end', async () => {
      const { a, b } = await twoLists('one')
      let woken = 0
      const stop = await a.watch(() => {
        woken += 1
      })
      await b.claim('1', { owner: 'bob' })
      await expect.poll(() => woken).toBeGreaterThan(0)
      stop()
      const before = woken
      await b.complete('1', 'bob')
      await a.list()
      expect(woken).toBe(before)
    })

    test('mail goes to one member or to all but its sender, is unread until it is marked, and keeps its order', async () => {
      const { name: team } = await makeTeam()
      const [mine, theirs] = [ann.mailbox(team), bob.mailbox(team)]
      const odd = '{"type":"shutdown_request"} \u0000 "]} 你好 \ud83d\ude80\n'
      expect(await mine.send({ to: 'bob', from: 'ann', text: odd, color: 'red', summary: 'odd' })).toEqual([
        'bob',
      ])
      expect(await mine.send({ to: '*', from: 'ann', text: 'to all' })).toEqual(['lead', 'bob'])
      const mails = await theirs.receive('bob')
      expect(mails.map(({ from, text, color, summary }) => ({ from, text, color, summary }))).toEqual([
        { from: 'ann', text: odd, color: 'red', summary: 'odd' },
        { from: 'ann', text: 'to all', color: undefined, summary: undefined },
      ])
      expect(mails.every(mail => !Number.isNaN(Date.parse(mail.timestamp)))).toBe(true)
      expect(await theirs.receive('bob')).toEqual(mails)
      await theirs.mark('bob', [mails[0]?.id ?? '', 'never-sent'])
      expect(await theirs.receive('bob')).toEqual(mails.slice(1))
      expect((await theirs.receive('lead')).map(mail => mail.text)).toEqual(['to all'])
      expect(await theirs.receive('ann')).toEqual([])
    })

    test('a message that is sent again arrives once, also when it was read meanwhile', async () => {
      const { name: team } = await makeTeam()
      const [mine, theirs] = [ann.mailbox(team), bob.mailbox(team)]
      const mail = { to: 'bob', from: 'ann', text: 'once', id: 'the-same' }
      await mine.send(mail)
      await mine.send(mail)
      expect((await theirs.receive('bob')).map(each => each.id)).toEqual(['the-same'])
      await theirs.mark('bob', ['the-same'])
      await mine.send(mail)
      expect(await theirs.receive('bob')).toEqual([])
    })

    test('mail to a stranger and mail that is too long are refused', async () => {
      const mailbox = ann.mailbox((await makeTeam()).name)
      expect(await kindOf(mailbox.send({ to: 'eve', from: 'ann', text: 'x' }))).toBe('unknown_member')
      expect(await kindOf(mailbox.send({ to: 'bob', from: 'ann', text: 'x'.repeat(300_000) }))).toBe(
        'too_long',
      )
      expect(await mailbox.receive('bob')).toEqual([])
    })

    test('mail of several at once is all there, and wakes who waits for it', async () => {
      const { name: team } = await makeTeam()
      let woken = 0
      const stop = await bob.mailbox(team).watch('bob', () => {
        woken += 1
      })
      await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          (n % 2 === 0 ? ann : bob).mailbox(team).send({ to: 'bob', from: 'lead', text: `${n}` }),
        ),
      )
      await expect.poll(() => woken).toBeGreaterThan(0)
      stop()
      expect((await bob.mailbox(team).receive('bob')).map(mail => mail.text).sort()).toEqual([
        ...['0', '1', '2', '3', '4', '5', '6', '7'],
      ])
    })

    test('whoever beats is alive until it leaves, and a second process cannot be the same member', async () => {
      const { name: team } = await makeTeam()
      const [mine, theirs] = [ann.presence(team), bob.presence(team)]
      await mine.beat('ann')
      await mine.beat('ann')
      await theirs.beat('bob')
      expect((await theirs.list()).map(each => [each.name, each.isAlive, each.host]).sort()).toEqual([
        ['ann', true, 'host-a'],
        ['bob', true, 'host-b'],
      ])
      expect(await kindOf(theirs.beat('ann'))).toBe('taken')
      await theirs.leave('ann')
      expect(await mine.list()).toHaveLength(2)
      await mine.leave('ann')
      await theirs.beat('ann')
      expect(await kindOf(mine.beat('ann'))).toBe('taken')
    })
  })
}
