/**
 * Queue of a lane, and the port to its log: many broker threads append messages, the lane's thread takes them.
 *
 * <pre>
 *  broker's threads                                                       the lane's thread
 *
 *            ┌─ the lock ─────────────┐  room in memory    ┌─────────────┐
 *  append ──▶│ 1 what is withheld     │───────────────────▶│ MemoryQueue │──▶ poll ──▶ batch ──▶ commit
 *            │ 2 MessageLog.append,   │                    └─────────────┘     ▲
 *            │   which gives a number │  no room, or there ┌─────────────┐     │ if memory
 *            │ 3 memory or backlog    │───────────────────▶│   Backlog   │─────┘ is empty
 *            └────────────────────────┘  is a backlog      └─────────────┘
 *
 *            ┌───────────┬───────┬───────────┬──────────────────────────┐
 *  the log:  │ committed │ taken │ in memory │ backlog, on disk only    │◀── append
 *            └───────────┴───────┴───────────┴──────────────────────────┘
 *                        ▲ watermark         ▲ read cursor              ▲ last number
 * </pre>
 *
 * <p>A {@link LogWindow} is the whole: its memory is a window on the log, in which the oldest messages stay. A {@link
 * MemoryQueue} alone is the queue of a lane without a log.
 *
 * <h2>Constraints</h2>
 *
 * <ul>
 *   <li>A message is in the log before it counts as accepted, unless it bypasses the log or is withheld. Logs are
 *       numbered from 1 in the order of appends, without a gap, so the numbers are the order of the lane.
 *   <li>Memory is bounded in messages and bytes, and so is what is withheld; the heap does not grow with the backlog,
 *       except for the acknowledgements that clients still wait for.
 *   <li>An append costs one {@code write}. No thread that appends waits for the database or for the lane, and none
 *       waits for an fsync, unless {@code drop-oldest} has to keep what was learned from dropped messages, or the lane
 *       has ended and the log refuses the message.
 *   <li>The order of polls is the order of appends: all in memory is older than the backlog, and the backlog is older
 *       than what is withheld. So nothing enters memory while a backlog exists, and nothing is appended past what is
 *       withheld.
 *   <li>While the lane keeps up, a poll reads no file, decodes no record, and takes no lock that is held during a
 *       {@code write}.
 * </ul>
 *
 * <h2>States of a message</h2>
 *
 * <table>
 *   <caption>After an append, until it leaves</caption>
 *   <tr><th>state</th><th>in the log</th><th>if the process dies</th><th>next</th></tr>
 *   <tr><td>withheld</td><td>no</td><td>its client sends it again</td><td>in memory, backlog, refused</td></tr>
 *   <tr><td>in memory</td><td>yes</td><td>recovered</td><td>taken</td></tr>
 *   <tr><td>bypassing</td><td>no, number 0</td><td>lost, if not {@code fsync} or {@code on-commit}</td><td>taken,
 *       dead letter</td></tr>
 *   <tr><td>backlog</td><td>yes</td><td>recovered</td><td>taken, dropped, damaged</td></tr>
 *   <tr><td>taken</td><td>as before</td><td>as before</td><td>completed</td></tr>
 *   <tr><td>completed</td><td>as before</td><td>stored twice, with the same key where it comes from the message</td>
 *       <td>committed</td></tr>
 *   <tr><td>committed</td><td>until its segment is deleted</td><td>forgotten</td><td>gone</td></tr>
 * </table>
 *
 * <h2>Append</h2>
 *
 * <p>{@link LogWindow#append} takes the lock, and inside of it that of the log. First it appends what is withheld, as far
 * as there is room. Without a backlog and with room in memory, the message is appended and enters memory under its
 * number. Otherwise it begins or extends the backlog: the read cursor is set to the first of these messages. If the log
 * refuses the message:
 *
 * <ul>
 *   <li>A message that would have entered memory does so without a number ({@code SpoolBypass}), unless its source
 *       keeps it, as a replay does.
 *   <li>With {@code drop-oldest} whole segments of the backlog behind the one that is being read are dropped; their
 *       messages are counted and acknowledged.
 *   <li>With {@code withhold-ack} it is withheld if it has an acknowledgement that can wait.
 *   <li>Otherwise {@code append} returns {@code false}. A message larger than the whole spool ends here, too.
 * </ul>
 *
 * <p>Then the acknowledgement: {@code QUEUED} arrives at once. {@code ON_DISK} arrives after the next sync of the
 * thread of {@link GroupSync}, which all that came meanwhile share; a failed sync refuses all that it may have
 * covered. {@code COMPLETED} arrives with the outcome, and {@code ON_DISK} as well for a message that bypasses the
 * log. In memory it stays with its message; {@code GroupSync} and the backlog know it by number ({@code WeakAcks}).
 *
 * <h2>Read</h2>
 *
 * <p>The lane polls memory, and the log if memory is empty and a backlog exists. If the log has nothing more, the lane
 * looks once again with the lock: nobody appends then, so the backlog has ended and memory is in use again. What was
 * counted into the backlog and not read is damaged; it is counted as dropped, and refused. A read that fails leaves all
 * as it is, and is tried again.
 *
 * <p>A lane that finds nothing says how many messages or bytes it waits for and parks; the thread whose append reaches
 * that, or half of what memory holds, wakes it. An append to the backlog wakes nobody: memory was full before.
 *
 * <h2>Acknowledge</h2>
 *
 * <p>After a batch the lane passes the messages taken, in their order, to {@link LogWindow#commit}. {@code
 * CommittedOffset} commits the number before the first one that is not completed, once their dead letters are on the
 * disk. The log writes its watermark and deletes the segments below it; then withheld messages are appended to the new
 * room.
 *
 * <h2>Recover</h2>
 *
 * <p>Before the first append, the thread that starts the pipeline visits all messages above the watermark: their routes
 * count them as received, their groups belong to this lane, and all are backlog. Damaged bytes are kept aside and
 * skipped, also while the backlog is read.
 *
 * <h2>Stop</h2>
 *
 * <p>{@code seal} keeps later messages out of memory: without a backlog they are only appended, for the next process.
 * The lane drains until its time is over. Then {@code end} makes dead letters of messages that are in no log, refuses
 * the withheld ones, and leaves all others to the log; what is appended later and does not get into the log becomes a
 * dead letter, too. {@code close} ends the sync thread after a last sync.
 */
@NullMarked
package io.github.hivemqtdengine.pipeline.queue;

import org.jspecify.annotations.NullMarked;
