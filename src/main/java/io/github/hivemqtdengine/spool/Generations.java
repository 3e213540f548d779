// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Numbered folders of a spool: a file names the valid one and its lane layout. A crash may leave others. */
public final class Generations {

    private static final Logger LOG = LoggerFactory.getLogger(Generations.class);

    /** Name of the file that names the valid generation. */
    public static final String CURRENT = "current";

    private static final String NUMBER = "[0-9]{1,18}";
    private static final String NUMBERS = NUMBER + "( " + NUMBER + ")*";

    private final Path spool;
    private final Durable.Disk disk;

    /** @param disk the target of syncs of that file */
    public Generations(Path spool, Durable.Disk disk) {
        this.spool = spool;
        this.disk = disk;
    }

    /**
     * Generation of a spool.
     *
     * @param number 0 before the first
     * @param layout the lane layout; empty if unknown
     */
    record Generation(long number, String layout) {}

    Path folder(long number) {
        return spool.resolve(Long.toString(number));
    }

    /**
     * Returns the valid generations, oldest first: usually one. If no file names it, all existing ones are valid. A
     * message may then be in several of them, and all messages have to be reassigned to the current lanes.
     */
    public List<Generation> valid() throws IOException {
        var named = named();
        if (!named.isEmpty()) {
            return named;
        }
        var all = numbers();
        makeValid(all.isEmpty() ? List.of(0L) : all, ""); // before another one is begun, valid too otherwise
        return all.isEmpty() ? List.of(new Generation(0, "")) : unknown(all);
    }

    /** Returns the generations that the file names; none if the file is missing or torn. */
    private List<Generation> named() throws IOException {
        var file = spool.resolve(CURRENT);
        if (!Files.exists(file)) {
            return List.of();
        }
        var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        var lines = text.split("\n", 2);
        if (lines.length < 2 || !lines[0].matches(NUMBERS)) {
            LOG.warn(
                    "Spool file \"{}\" is damaged and does not say which messages wait; all messages found"
                            + " are recovered, and some may be stored twice",
                    file);
            return List.of();
        }
        var numbers = Arrays.stream(lines[0].split(" ")).map(Long::valueOf).toList();
        return numbers.size() > 1 ? unknown(numbers) : List.of(new Generation(numbers.get(0), lines[1]));
    }

    private static List<Generation> unknown(List<Long> numbers) {
        return numbers.stream().map(number -> new Generation(number, "")).toList();
    }

    private List<Long> numbers() throws IOException {
        try (var files = Files.list(spool)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches(NUMBER))
                    .map(Long::valueOf)
                    .sorted()
                    .toList();
        }
    }

    /** Makes a generation the only valid one, atomically. */
    void makeValid(Generation generation) throws IOException {
        makeValid(List.of(generation.number()), generation.layout());
    }

    private void makeValid(List<Long> numbers, String layout) throws IOException {
        var draft = spool.resolve(CURRENT + ".new");
        var text = numbers.stream().map(String::valueOf).collect(Collectors.joining(" ")) + "\n" + layout;
        PrivateFiles.write(draft, text.getBytes(StandardCharsets.UTF_8));
        disk.force(draft);
        Files.move(draft, spool.resolve(CURRENT), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        disk.forceNames(spool);
    }

    /** Deletes all other generations; a failure is only logged. */
    void keepOnly(List<Generation> kept) throws IOException {
        for (long number : numbers()) {
            if (kept.stream().noneMatch(generation -> generation.number() == number)) {
                delete(folder(number));
            }
        }
    }

    private static void delete(Path tree) {
        try (var files = Files.walk(tree)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            LOG.warn("Obsolete spool folder \"{}\" cannot be deleted; delete it by hand: {}", tree, e.toString());
        }
    }
}
