// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import io.github.hivemqtdengine.jdbc.dialect.FailureClass;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Classification of the codes of TDengine, taosAdapter and the driver, as in TDengine's taoserror.h. */
public final class TdengineFailures {

    /** Code within a message, the only place for it in login failures and some driver failures. */
    private static final Pattern CODE_IN_MESSAGE = Pattern.compile("\\(?0x([0-9a-fA-F]{1,8})\\)?:");

    private static final int CODE_BITS = 0xFFFF;

    /** Missing table, column or tag. */
    public static final Set<Integer> MISSING = Set.of(
            0x022B, 0x0362, 0x061A, 0x2603, 0x0525, 0x0526, 0x2602, 0x260D, 0x260E, 0x263F, 0x267D, 0x267E, 0x267F);

    /** Missing permission of the user. */
    public static final Set<Integer> NOT_ALLOWED = Set.of(0x0214, 0x0303, 0x0512, 0x2644);

    /** Licence limits for new tables, columns and subtables: timeseries, super tables, tables. */
    public static final Set<Integer> NO_MORE_TABLES = Set.of(0x0803, 0x080C, 0x080D);

    private static final Map<Integer, FailureClass> CLASSES = new HashMap<>();

    static {
        addUnreachable();
        addTransient();
        addStale();
        addRejected();
        addRejectedDefinitions();
        addFatal();
    }

    private static void addUnreachable() {
        // driver: closed, I/O, connect and request timeout, freed, resend
        unreachable(0x2301, 0x2304, 0x2305, 0x2318, 0x231d, 0x231e, 0x2322, 0x2350, 0x2391, 0xFFFF);
        // network, broken link, no leader reachable, sessions
        unreachable(0x000B, 0x0015, 0x0018, 0x0019, 0x0020, 0x0021, 0x0022, 0x0023, 0x0024);
        unreachable(0x020B, 0x0213, 0x0215);
        // taosAdapter is stopping, with its transport and its catalog, or can't resolve a host name
        unreachable(0x0026, 0x0027, 0x2407, 0x0206);
    }

    private static void addTransient() {
        // memory, queues, write stall, licensed write speed
        put(FailureKind.CONGESTED, 0x0102, 0x0106, 0x0126, 0x0137, 0x0528, 0x0531, 0x0808, 0x0916, 0x0917, 0x0918);
        put(FailureKind.CONGESTED, 0x6000, 0x0739, 0x073A);
        // transactions that are starting, stopping, conflicting, unfinished or undone
        put(FailureKind.TRANSIENT, 0x0111, 0x0125, 0x0130, 0x0131, 0x032C, 0x032D, 0x0396, 0x03D3, 0x03D5, 0x03D6);
        put(FailureKind.TRANSIENT, 0x03D7, 0x03D9, 0x03DF);
        // the server's own timeout, and requests that it abandoned while they waited
        put(FailureKind.TRANSIENT, 0x012C, 0x002A);
        // change of leader, vnode offline or restoring, catalog not ready, query cancelled by the server or a user
        put(FailureKind.TRANSIENT, 0x03A1, 0x03AE, 0x0408, 0x040A, 0x042A, 0x0503, 0x0520, 0x0522, 0x0529, 0x0538);
        put(FailureKind.TRANSIENT, 0x0541, 0x0903, 0x090C, 0x0911, 0x0914, 0x09FF, 0x2402, 0x2405, 0x2406, 0x2504);
        put(FailureKind.TRANSIENT, 0x0730, 0x022D);
        // resource that another taosAdapter thread has just closed, for example while a database is created
        put(FailureKind.TRANSIENT, 0x0107, 0x0108, 0x010A);
        // database missing, dropped or being dropped: not caused by a message, and the database is opened again
        put(FailureKind.TRANSIENT, 0x0217, 0x0380, 0x0383, 0x0386, 0x0388, 0x2404, 0x2616);
        // no node has room for the database yet, which is also the answer of a server in its first second
        put(FailureKind.TRANSIENT, "a database needs as many dnodes that are online as it has replicas", 0x0334);
        put(FailureKind.TRANSIENT, "the database's disk is full", 0x0129, 0x012B, 0x012E, 0x0613);
        // statement too large, for the server or for taosAdapter's conversion
        put(FailureKind.TOO_LARGE, 0x0219, 0x002B);
    }

    private static void addStale() {
        // stale schema version or table id
        put(FailureKind.SCHEMA, 0x03C6, 0x0600, 0x0602, 0x0618, 0x061B, 0x2507, 0x2662);
        MISSING.forEach(code -> put(FailureKind.SCHEMA, code));
    }

    private static void addRejected() {
        // value, tags, row or name too long; wrong literal, type or key; timestamp outside KEEP; another table's
        // subtable; a virtual super table
        put(FailureKind.REJECTED, 0x021E, 0x021F, 0x263D, 0x263E, 0x2653, 0x020A, 0x2617, 0x264C);
        put(FailureKind.REJECTED, 0x013D, 0x0200, 0x0203, 0x0216, 0x0224, 0x0236, 0x2600, 0x2605, 0x266A);
        put(FailureKind.REJECTED, 0x267B, 0x267C);
        put(FailureKind.REJECTED, 0x2303, 0x2314, 0x2320, 0x3002, 0x3004, 0x6303, 0x061D, 0x6205);
        put(FailureKind.REJECTED, 0x0127, 0x0202, 0x060B, 0x2635);
    }

    /** Adds the failures of CREATE STABLE and ALTER STABLE, none of which an INSERT can cause. */
    private static void addRejectedDefinitions() {
        // too many tags, too many columns; row too long, or the column as wide already
        put(FailureKind.REJECTED, 0x0364, 0x2643, 0x0365, 0x2640, 0x036F);
        // option, alteration, type, length or name of a column or tag; second super table where one is allowed
        put(FailureKind.REJECTED, 0x036E, 0x03C2, 0x2649, 0x264B, 0x2642, 0x2652, 0x021D, 0x263C, 0x03C5);
        put(FailureKind.REJECTED, inUse("topic"), 0x03C4);
        put(FailureKind.REJECTED, inUse("TSMA"), 0x03C8);
        put(FailureKind.REJECTED, inUse("stream"), 0x03F3);
    }

    private static String inUse(String what) {
        return "a " + what + " uses the column or tag: drop the " + what + ", and create it again afterwards";
    }

    private static void addFatal() {
        refusedLogin(0x0134, 0x0315, 0x0351, 0x0357, 0x0358, 0x0207, 0x0208);
        NOT_ALLOWED.forEach(code -> put(FailureKind.FATAL, "grant the user the right to write here", code));
        put(FailureKind.FATAL, "check the server's licence", 0x0800, 0x0816, 0x0820, 0x0824);
        var limit = "a limit of the server's licence is reached";
        put(FailureKind.FATAL, limit, 0x0804, 0x0806, 0x0809, 0x082F);
        // only new tables, columns and subtables are affected
        NO_MORE_TABLES.forEach(code -> put(FailureKind.REJECTED, limit, code));
        put(FailureKind.FATAL, "set the clocks of taosAdapter and server", 0x0013);
        var old = "the server is too old for this driver: TDengine 3.3.6 or newer is needed";
        put(FailureKind.FATAL, old, 0x011E, 0x2321);
    }

    private TdengineFailures() {}

    private static void unreachable(int... codes) {
        for (int code : codes) {
            CLASSES.put(code, FailureClass.unreachable(text(code), ""));
        }
    }

    private static void refusedLogin(int... codes) {
        for (int code : codes) {
            CLASSES.put(code, FailureClass.refusedLogin(text(code)));
        }
    }

    private static void put(FailureKind kind, int... codes) {
        put(kind, "", codes);
    }

    private static void put(FailureKind kind, String advice, int... codes) {
        for (int code : codes) {
            CLASSES.put(code, new FailureClass(kind, text(code), advice));
        }
    }

    private static String text(int code) {
        return String.format("0x%04x", code);
    }

    public static Set<Integer> codes() {
        return CLASSES.keySet();
    }

    /** Classifies by the first code in the chain of causes; the pool wraps the driver's exceptions. */
    public static FailureClass classify(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof SQLException e && code(e) != 0) {
                int code = code(e);
                return CLASSES.getOrDefault(code, new FailureClass(FailureKind.UNKNOWN, text(code)));
            }
        }
        return withoutCode(failure);
    }

    private static FailureClass withoutCode(Throwable failure) {
        return FailureClass.withoutCode(failure);
    }

    /** Returns the code without the upper bits that server codes have set; 0 if there is none. */
    public static int code(SQLException failure) {
        return (failure.getErrorCode() != 0 ? failure.getErrorCode() : codeInMessage(failure.getMessage())) & CODE_BITS;
    }

    private static int codeInMessage(@Nullable String message) {
        var matcher = CODE_IN_MESSAGE.matcher(message == null ? "" : message);
        return matcher.find() ? Integer.parseUnsignedInt(matcher.group(1), 16) : 0;
    }
}
