// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Node of the tree of payload locations that a {@link TreeDecoder} reads. Built by one thread, then only read. */
public final class FieldNode {

    private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");

    /** Node of a location without wanted values. */
    static final FieldNode UNWANTED = new FieldNode();

    /** Node of a location of which everything is wanted. */
    public static final FieldNode WHOLE = new FieldNode();

    static {
        WHOLE.add(List.of(), 0);
    }

    private final Map<String, FieldNode> fields = new HashMap<>();
    private final Map<Integer, FieldNode> elements = new HashMap<>();
    private int lastElement = -1;
    private int[] slots = {};
    private int[] slotsBelow = {};
    private int[] scalarSlots = {};
    private int[] keySlots = {};
    private int[] indexSlots = {};
    private String pointer = "";
    private boolean aboveRows;
    private @Nullable FieldNode row;
    private @Nullable FieldNode each;
    private @Nullable Pivot pivot;

    /** Maps the value at the end of a path to a slot of the record. */
    void add(List<String> path, int slot) {
        var node = at(path, slot);
        node.slots = with(node.slots, slot);
    }

    /** Maps the scalars at the end of a pointer and below to a slot of the record. */
    void addScalars(String from, int slot) {
        var node = at(FieldPath.tokens(from), slot);
        node.pointer = from;
        node.scalarSlots = with(node.scalarSlots, slot);
    }

    /** Maps the name of the field that is read at this node, or else its position, to a slot of the record. */
    void addIdentity(boolean isName, int slot) {
        keySlots = isName ? with(keySlots, slot) : keySlots;
        indexSlots = isName ? indexSlots : with(indexSlots, slot);
        slotsBelow = with(slotsBelow, slot);
    }

    private FieldNode at(List<String> path, int slot) {
        var node = this;
        node.slotsBelow = with(node.slotsBelow, slot);
        for (var token : path) {
            if (node.isRows() || node.each != null) {
                throw new IllegalArgumentException(
                        "${payload-root:...} and ${payload:../...} can't point into the rows;" + " use ${payload:...}");
            }
            node = node.child(token);
            node.slotsBelow = with(node.slotsBelow, slot);
        }
        return node;
    }

    /**
     * Makes the elements of the array at the end of a path the records.
     *
     * @return the nodes of the elements that {@link RecordShape#EACH} matches in the path, the outermost first
     */
    List<FieldNode> addRows(List<String> path, FieldNode rowNode) {
        var around = new ArrayList<FieldNode>();
        var node = this;
        for (var token : path) {
            node.aboveRows = true;
            if (token.equals(RecordShape.EACH)) {
                node.each = new FieldNode();
                node = node.each;
                around.add(node);
            } else {
                node = node.child(token);
            }
        }
        node.aboveRows = true;
        node.row = rowNode;
        return around;
    }

    /** Marks the array at the end of a path to be read as an object. */
    void addPivot(List<String> path, Pivot listed) {
        var node = this;
        for (var token : path) {
            node = node.child(token);
        }
        node.pivot = listed;
    }

    private FieldNode child(String token) {
        var node = fields.computeIfAbsent(token, t -> new FieldNode());
        if (INDEX.matcher(token).matches()) {
            int index = Integer.parseInt(token);
            elements.put(index, node);
            lastElement = Math.max(lastElement, index);
        }
        return node;
    }

    /**
     * Returns the nodes that read a part of the object or array at this node.
     *
     * @param name name of a field; {@code null} for any field and any element
     */
    public List<FieldNode> parts(@Nullable String name) {
        if (isWanted() || hasScalars() || pivot != null) {
            return List.of(WHOLE);
        }
        var named = name == null ? fields.values().stream() : Stream.ofNullable(fields.get(name));
        var any = Stream.concat(Stream.ofNullable(each), Stream.ofNullable(row));
        return Stream.concat(named, any).toList();
    }

    private static int[] with(int[] slots, int slot) {
        var longer = Arrays.copyOf(slots, slots.length + 1);
        longer[slots.length] = slot;
        return longer;
    }

    @Nullable
    FieldNode field(String name) {
        return fields.get(name);
    }

    @Nullable
    FieldNode element(int index) {
        return elements.get(index);
    }

    /** Returns the highest wanted index of an array, or -1. */
    int lastElement() {
        return lastElement;
    }

    /** Returns whether the value at this node is wanted. */
    boolean isWanted() {
        return slots.length > 0;
    }

    /** Returns whether all scalars at this node and below are wanted, regardless of their names. */
    boolean hasScalars() {
        return scalarSlots.length > 0;
    }

    /** Creates a collector of the scalars at this node and below. */
    ScalarCollector collector(@Nullable ScalarCollector outer) {
        return new ScalarCollector(pointer, outer);
    }

    void storeScalars(Decoder.Scalars scalars, @Nullable Object[] record) {
        for (int slot : scalarSlots) {
            record[slot] = scalars;
        }
    }

    /** Returns whether something below this node is wanted. */
    boolean isInner() {
        return !fields.isEmpty() || aboveRows;
    }

    /** Returns whether the array of the rows is at this node or below. */
    boolean isAboveRows() {
        return aboveRows;
    }

    boolean isRows() {
        return row != null;
    }

    /** Returns the node of each row, or {@code null} if the array of the rows is not here. */
    @Nullable
    FieldNode row() {
        return row;
    }

    /** Returns the node of this node's elements, or {@code null} unless these elements contain rows. */
    @Nullable
    FieldNode each() {
        return each;
    }

    /** Returns the names by which the array here is read as an object, or {@code null}. */
    @Nullable
    Pivot pivot() {
        return pivot;
    }

    void store(@Nullable Object value, @Nullable Object[] record) {
        for (int slot : slots) {
            record[slot] = value;
        }
    }

    /**
     * Stores which element of an array, or field of an object, was read at this node; called after it was read.
     *
     * @param name name of the field, or {@code null} in an array
     * @param index position from 0
     */
    void identify(@Nullable String name, int index, @Nullable Object[] record) {
        for (int slot : keySlots) {
            record[slot] = name == null ? Decoder.MISSING : name;
        }
        for (int slot : indexSlots) {
            record[slot] = (long) index;
        }
    }

    /** Copies the values found at this node and below to another record. */
    void share(@Nullable Object[] from, @Nullable Object[] to) {
        for (int slot : slotsBelow) {
            to[slot] = from[slot];
        }
    }

    /** Clears the values that an earlier field of the same name has stored in the record. */
    void reset(@Nullable Object[] record) {
        for (int slot : slotsBelow) {
            record[slot] = Decoder.MISSING;
        }
    }
}
