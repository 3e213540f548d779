package io.github.hivemqtdengine.loadtest.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a scenario found.
 *
 * @param name the scenario's name
 * @param tables the figures for people
 * @param rounds every counted round, as records that become JSON
 */
public record Report(String name, List<TextTable> tables, List<?> rounds) {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    public Report {
        tables = List.copyOf(tables);
        rounds = List.copyOf(rounds);
    }

    public void print(PrintWriter out, Machine machine) {
        out.println();
        out.println(machine);
        out.println();
        tables.forEach(out::println);
        out.flush();
    }

    /** Writes {@code <name>.json} into a folder and says where. */
    public Path write(Path folder, Machine machine) throws IOException {
        var stamp = machine.time().replace(":", "");
        var file = Files.createDirectories(folder).resolve(name + "-" + stamp + ".json");
        JSON.writeValue(file.toFile(), Map.of("scenario", name, "machine", machine, "rounds", rounds));
        return file;
    }
}
