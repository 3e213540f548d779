// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.namespace;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import io.github.hivemqtdengine.decode.namespace.NamedValue.Name;
import io.github.hivemqtdengine.message.TextBytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reader of one JSON value to the values in it. The whole JSON is one value if it has none, or too many, or one with a
 * name that is too long or that no database can store.
 */
final class Members {

    /** Maximum number of values. */
    static final int MAX_VALUES = 10_000;

    /** Maximum length of a value's pointer in characters. */
    static final int MAX_FIELD = 256;

    /** Members that are the value of the object around them. */
    private static final Set<String> VALUE = Set.of("value", "Value");

    private final Document document;
    private final List<NamedValue> values = new ArrayList<>();
    private final TimeMember times;
    private boolean isTooMuch;

    private Members(Document document, TimeMember times) {
        this.document = document;
        this.times = times;
    }

    /** @param time the time that the JSON itself has, if it is an object */
    record Values(List<NamedValue> list, @Nullable Instant time) {}

    /** Reads the current value and moves past it. */
    static Values of(Document document, TimeMember times) throws DecodeException {
        var members = new Members(document, times);
        Instant time = null;
        var whole = document.keep();
        if (document.kind() == Kind.OBJECT) {
            time = members.object(Name.NONE);
        } else {
            members.leaf("", Name.NONE, false);
        }
        whole.end();
        var values = members.isTooMuch || members.values.isEmpty()
                ? List.of(new NamedValue(Name.NONE, Content.json(whole), time))
                : members.values;
        return new Values(values, time);
    }

    /** Reads an object. Its time, which it returns, is that of the values in it that have none of their own. */
    private @Nullable Instant object(Name name) throws DecodeException {
        int first = values.size();
        Instant time = null;
        var kept = document.keep();
        document.enter();
        for (var member = document.nextField(); member != null; member = document.nextField()) {
            isTooMuch |= name.field().length() + member.length() > MAX_FIELD || TextBytes.isUnstorable(member);
            if (isTooMuch && (document.kind() != Kind.SCALAR || time != null)) {
                document.skip();
            } else if (isTooMuch) {
                time = times.read(member, document.scalar());
            } else if (document.kind() == Kind.OBJECT) {
                object(name.member(member));
            } else {
                var found = leaf(member, VALUE.contains(member) ? name : name.member(member), time == null);
                time = found == null ? time : found;
            }
        }
        kept.end();
        if (values.size() == first && !name.equals(Name.NONE)) {
            add(name, Content.json(kept)); // an object of nulls, or of a time only
        }
        if (time != null) {
            for (int i = first; i < values.size(); i++) {
                values.set(i, values.get(i).orAt(time));
            }
        }
        return time;
    }

    /**
     * Reads an array or a scalar.
     *
     * @return the time that it is, which is no value then
     */
    private @Nullable Instant leaf(String member, Name name, boolean mayBeTime) throws DecodeException {
        var kept = document.keep();
        if (document.kind() == Kind.ARRAY) {
            document.skip();
            kept.end();
            add(name, Content.json(kept));
            return null;
        }
        var scalar = document.scalar();
        kept.end();
        var time = mayBeTime ? times.read(member, scalar) : null;
        if (time == null && scalar != null) {
            add(name, Content.of(scalar, kept));
        }
        return time;
    }

    private void add(Name name, Content content) {
        isTooMuch |= values.size() == MAX_VALUES;
        if (!isTooMuch) {
            values.add(new NamedValue(name, content, null));
        }
    }
}
