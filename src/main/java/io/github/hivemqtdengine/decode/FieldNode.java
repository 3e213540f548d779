package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A place in payloads that a {@link TreeDecoder} looks at, and the wanted places below it. It is built by one
 * thread and then only read.
 */
final class FieldNode {

    private static final int MAX_INDEX_DIGITS = 9;

    /** Where nobody asks for anything. */
    static final FieldNode UNWANTED = new FieldNode();

    private final Map<String, FieldNode> fields = new HashMap<>();
    private final Map<Integer, FieldNode> elements = new HashMap<>();
    private int lastElement = -1;
    private int[] slots = {};
    private int[] slotsBelow = {};
    private int[] scalarSlots = {};
    private String pointer = "";
    private boolean aboveRows;
    private @Nullable FieldNode row;
    private @Nullable FieldNode each;
    private @Nullable Pivot pivot;

    /** Puts the value at the end of a path into a slot of the record. */
    void add(List<String> path, int slot) {
        var node = at(path, slot);
        node.slots = with(node.slots, slot);
    }

    /** Puts the scalars at the end of a pointer and below into a slot of the record. */
    void addScalars(String from, int slot) {
        var node = at(FieldPath.tokens(from), slot);
        node.pointer = from;
        node.scalarSlots = with(node.scalarSlots, slot);
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
     * @return what is looked at in the elements that {@link RecordShape#EACH} stands for in the path, the outermost first
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

    /** Reads the array at the end of a path as if it were an object. */
    void addPivot(List<String> path, Pivot listed) {
        var node = this;
        for (var token : path) {
            node = node.child(token);
        }
        node.pivot = listed;
    }

    private FieldNode child(String token) {
        var node = fields.computeIfAbsent(token, t -> new FieldNode());
        if (isIndex(token)) {
            int index = Integer.parseInt(token);
            elements.put(index, node);
            lastElement = Math.max(lastElement, index);
        }
        return node;
    }

    private static boolean isIndex(String token) {
        return !token.isEmpty()
                && token.length() <= MAX_INDEX_DIGITS
                && token.chars().allMatch(c -> c >= '0' && c <= '9')
                && (token.length() == 1 || token.charAt(0) != '0');
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

    /** The highest index of an array that somebody asks for, or -1. */
    int lastElement() {
        return lastElement;
    }

    /** Whether somebody asks for the value here. */
    boolean isWanted() {
        return slots.length > 0;
    }

    /** Whether somebody asks for the scalars here and below, whatever their names. */
    boolean hasScalars() {
        return scalarSlots.length > 0;
    }

    /** Begins to collect the scalars here and below. */
    ScalarCollector collector(@Nullable ScalarCollector outer) {
        return new ScalarCollector(pointer, outer);
    }

    void storeScalars(Decoder.Scalars scalars, @Nullable Object[] record) {
        for (int slot : scalarSlots) {
            record[slot] = scalars;
        }
    }

    /** Whether somebody asks for something below. */
    boolean isInner() {
        return !fields.isEmpty() || aboveRows;
    }

    /** Whether the array of the rows is here or below. */
    boolean isAboveRows() {
        return aboveRows;
    }

    boolean isRows() {
        return row != null;
    }

    /** What is looked at in each element, if the array of the rows is here. */
    @Nullable
    FieldNode row() {
        return row;
    }

    /** What is looked at in each element here, if these have the rows in them. */
    @Nullable
    FieldNode each() {
        return each;
    }

    /** How the array here is read as an object, if it is. */
    @Nullable
    Pivot pivot() {
        return pivot;
    }

    void store(@Nullable Object value, @Nullable Object[] record) {
        for (int slot : slots) {
            record[slot] = value;
        }
    }

    /** Gives another record what was found here and below. */
    void share(@Nullable Object[] from, @Nullable Object[] to) {
        for (int slot : slotsBelow) {
            to[slot] = from[slot];
        }
    }

    /** Forgets what an earlier field of the same name has left in the record. */
    void reset(@Nullable Object[] record) {
        for (int slot : slotsBelow) {
            record[slot] = Decoder.MISSING;
        }
    }
}
