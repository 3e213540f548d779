package io.github.hivemqtdengine.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Collects what checks find; one that fails is a finding, and the next one is made. For one thread. */
final class Findings {

    private final List<Finding> found = new ArrayList<>();
    private final FailureReport report;

    /** @param report makes sentences of failures, without secrets */
    Findings(FailureReport report) {
        this.report = report;
    }

    /** A look at something. */
    @FunctionalInterface
    interface Check {
        List<Finding> look() throws SQLException;
    }

    void add(Finding finding) {
        found.add(finding);
    }

    void look(String name, Check check) {
        try {
            found.addAll(check.look());
        } catch (SQLException | RuntimeException e) {
            found.add(Finding.fail(name, report.of(e).sentence()));
        }
    }

    List<Finding> all() {
        return List.copyOf(found);
    }
}
