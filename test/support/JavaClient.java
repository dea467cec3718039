import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka's own client, told what to do: one JSON object a line in, one a line out. See java-client.ts. */
public class JavaClient {
  static final ObjectMapper JSON = new ObjectMapper();
  static final Map<String, KafkaProducer<byte[], byte[]>> PRODUCERS = new HashMap<>();
  static String brokers;

  public static void main(String[] args) throws Exception {
    brokers = args[0];
    PrintStream out = System.out;
    System.setOut(System.err);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = in.readLine()) != null; ) {
      ObjectNode answer = JSON.createObjectNode();
      try {
        perform(JSON.readTree(line), answer);
      } catch (Exception error) {
        answer.put("error", error.toString());
      }
      out.println(JSON.writeValueAsString(answer));
      out.flush();
    }
    System.exit(0);
  }

  static void perform(JsonNode call, ObjectNode answer) throws Exception {
    String transaction = call.path("transaction").asText("");
    switch (call.get("call").asText()) {
      case "send" -> send(call, producer(call.path("codec").asText("none"), transaction));
      case "begin" -> producer("none", transaction).beginTransaction();
      case "commit" -> producer("none", transaction).commitTransaction();
      case "abort" -> producer("none", transaction).abortTransaction();
      case "read" -> read(call.get("topic").asText(), answer.putArray("records"));
      default -> throw new IllegalArgumentException(call.toString());
    }
  }

  static KafkaProducer<byte[], byte[]> producer(String codec, String transaction) {
    return PRODUCERS.computeIfAbsent(codec + " " + transaction, name -> {
      Properties properties = new Properties();
      properties.put("bootstrap.servers", brokers);
      properties.put("compression.type", codec);
      properties.put("batch.size", 1 << 20);
      properties.put("max.request.size", 32 << 20);
      properties.put("buffer.memory", 64 << 20);
      properties.put("linger.ms", 10_000);
      if (!transaction.isEmpty()) properties.put("transactional.id", transaction);
      var made = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
      if (!transaction.isEmpty()) made.initTransactions();
      return made;
    });
  }

  /** One batch a partition. */
  static void send(JsonNode call, KafkaProducer<byte[], byte[]> producer) throws Exception {
    var sent = new java.util.ArrayList<java.util.concurrent.Future<?>>();
    for (JsonNode record : call.get("records")) {
      byte[] value = record.has("zeros") ? new byte[record.get("zeros").asInt()] : bytes(record.get("value"));
      Integer partition = record.has("partition") ? record.get("partition").asInt() : null;
      var one = new ProducerRecord<>(call.get("topic").asText(), partition, bytes(record.get("key")), value);
      for (JsonNode header : record.path("headers")) one.headers().add(header.get(0).asText(), bytes(header.get(1)));
      sent.add(producer.send(one));
    }
    producer.flush();
    for (var future : sent) future.get();
  }

  /** All that a reader of committed records is given. */
  static void read(String topic, ArrayNode answer) {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", brokers);
    properties.put("isolation.level", "read_committed");
    properties.put("auto.offset.reset", "earliest");
    try (var consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
          .map(info -> new TopicPartition(topic, info.partition())).collect(Collectors.toList());
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          ObjectNode row = answer.addObject().put("partition", record.partition()).put("offset", record.offset());
          row.put("key", text(record.key())).put("value", text(record.value()));
        }
      }
    }
  }

  static byte[] bytes(JsonNode node) {
    return node == null || node.isNull() ? null : Base64.getDecoder().decode(node.asText());
  }

  static String text(byte[] bytes) {
    return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
  }
}
