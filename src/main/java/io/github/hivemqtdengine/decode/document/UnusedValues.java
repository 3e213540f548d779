// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pointers of the values that a {@link TreeDecoder} skips; those that differ only in an index are counted together. */
final class UnusedValues {

    private static final int MAX_LINES = 20;

    private final Document document;
    private final Map<String, List<String>> found = new LinkedHashMap<>();

    UnusedValues(Document document) {
        this.document = document;
    }

    /** Returns a limited number of lines. */
    List<String> lines(FieldNode root) throws DecodeException {
        value(root, root.hasScalars(), "", "");
        document.end();
        var lines = new ArrayList<String>();
        found.forEach((pattern, pointers) ->
                lines.add(pointers.size() == 1 ? pointers.get(0) : pattern + " (" + pointers.size() + " times)"));
        if (lines.size() > MAX_LINES) {
            lines.subList(MAX_LINES, lines.size()).clear();
            lines.add("and " + (found.size() - MAX_LINES) + " more");
        }
        return lines;
    }

    /** @param isCollected whether all scalars here and below are wanted */
    private void value(@Nullable FieldNode node, boolean isCollected, String pattern, String pointer)
            throws DecodeException {
        var here = node == null ? FieldNode.UNWANTED : node;
        var pivot = here.pivot();
        boolean isList = document.kind() == Kind.ARRAY;
        boolean isKnown = here.isInner() || (isCollected && (!isList || pivot != null)) || pointer.isEmpty();
        if (document.kind() == Kind.SCALAR
                && here.isInner()
                && !here.isWanted()
                && !isCollected
                && !pointer.isEmpty()) {
            scalarInstead(pattern, pointer);
            return;
        }
        if (!here.isWanted() && !isKnown) {
            add(pattern, pointer);
        }
        if (here.isWanted() || !isKnown || document.kind() == Kind.SCALAR) {
            document.skip();
        } else if (isList && pivot != null) {
            pivot(here, isCollected, pivot, pointer);
        } else {
            parts(here, isCollected && !isList, pattern, pointer);
        }
    }

    /** Reads what is neither an object nor an array where the mapping expects one. */
    private void scalarInstead(String pattern, String pointer) throws DecodeException {
        if (document.scalar() != null) {
            add(pattern, pointer);
        }
    }

    private void add(String pattern, String pointer) {
        found.computeIfAbsent(pattern, any -> new ArrayList<>()).add(pointer);
    }

    private void parts(FieldNode node, boolean isCollected, String pattern, String pointer) throws DecodeException {
        var every = node.row() == null ? node.each() : node.row();
        boolean isObject = document.kind() == Kind.OBJECT;
        document.enter();
        for (int i = 0; ; i++) {
            try {
                var name = isObject ? document.nextField() : null;
                if (isObject ? name == null : !document.nextElement()) {
                    return;
                }
                var part = every != null ? every : name == null ? node.element(i) : node.field(name);
                var step = "/" + (name == null ? i : FieldPath.escaped(name));
                boolean isCollectedThere = isCollected || (part != null && part.hasScalars());
                value(part, isCollectedThere, pattern + (name == null ? "/*" : step), pointer + step);
            } catch (DecodeException e) {
                if (!pointer.isEmpty()) {
                    throw e;
                }
                document.passBroken(e); // a record that is left out; fails where records can't be
            }
        }
    }

    /** Reads a list of names and values; what is not wanted of it are names. */
    private void pivot(FieldNode node, boolean isCollected, Pivot pivot, String pointer) throws DecodeException {
        document.enter();
        while (document.nextElement()) {
            if (document.kind() != Kind.OBJECT) {
                document.skip();
                continue;
            }
            document.enter();
            for (var field = document.nextField(); field != null; field = document.nextField()) {
                if (!isCollected && field.equals(pivot.name()) && document.kind() == Kind.SCALAR) {
                    var name = Document.nameOf(document.scalar());
                    if (node.field(name) == null) {
                        var part = pointer + "/" + FieldPath.escaped(name);
                        add(part, part);
                    }
                } else {
                    document.skip();
                }
            }
        }
    }
}
